// Shows the other nodes that this one lives: a lock that dies with the process, and heartbeats for a network that is cut.
import { randomInt } from 'node:crypto'
import { Client } from 'pg'
import type { Logger } from 'pino'
import {
  deadlineOf,
  type HeartbeatEffect,
  type HeartbeatEvent,
  type HeartbeatSettings,
  initialState,
  isSilent,
  mayRun,
  type Promises,
  step,
  trustsLocks
} from './heartbeat-state.ts'
import { within } from '../within.ts'
import { beatValues, endNodeStatement, heartbeatStatement, lockSpace, type NodeRow } from './nodes.repo.ts'

export interface HeartbeatParts {
  /** Of PostgreSQL itself: behind a pooler nobody has a connection of their own. */
  url: string
  node: string
  log: Logger
  settings: HeartbeatSettings
  /** Milliseconds between two heartbeats. */
  every: number
  /** End every socket now. */
  onFence: () => void
  /** Other nodes came, went or left something behind. */
  onNews: () => void
}

export interface Heartbeat {
  /** Resolves after the first heartbeat that was answered, or when that takes long: `onNews` tells of it then. */
  start(): Promise<void>
  /** The node has closed every socket: whatever it still owns is anybody's. Waits for a silent database two seconds. */
  stop(): Promise<void>
  /** False: others may have taken the sessions, and nothing may be sent. */
  mayRun(): boolean
  /** Rises with every loss: what was taken before it is lost. */
  term(): number
  trustsLocks(): boolean
}

/** How soon PostgreSQL ends a connection that has gone silent, in seconds. */
const silence = `
  set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3`
/** Milliseconds that a new connection gets to be there, and then to take its lock. */
const connectPatience = 1_500
/** Milliseconds that an orderly end waits for the database. */
const endPatience = 2_000
/** Heartbeats that a start waits for the first answer. */
const startPatience = 15

type HeartbeatClient = Client & { connection: { stream: { destroy(): void } } }

/** By itself a client would wait for an answer to its farewell. */
function destroy(client: HeartbeatClient): void {
  client.connection.stream.destroy()
  void client.end().catch(() => {})
}

/** Milliseconds that never stand still: not while the process sleeps, nor while the machine does. */
function createClock(): () => number {
  let [steady, wall, now] = [performance.now(), Date.now(), 0]
  return () => {
    const [nextSteady, nextWall] = [performance.now(), Date.now()]
    now += Math.max(nextSteady - steady, nextWall - wall)
    steady = nextSteady
    wall = nextWall
    return now
  }
}

/** Makes the heartbeat of this node. */
export function createHeartbeat(parts: HeartbeatParts): Heartbeat {
  const { node, log, settings, every } = parts
  const now = createClock()
  const begun = Promise.withResolvers<void>()
  let state = initialState
  let client: HeartbeatClient | null = null
  let lockKey: number | null = null
  let term = 0
  let isStopped = true
  let isConnecting = false
  let saysPooled = false
  let saysUnreachable = false
  let promised: Promises | null = null
  let known = ''
  let beatTimer: NodeJS.Timeout | undefined
  let deadlineTimer: NodeJS.Timeout | undefined
  let reconnectTimer: NodeJS.Timeout | undefined

  const apply = (event: HeartbeatEvent): void => {
    const after = step(state, event, settings)
    state = after.state
    for (const effect of after.effects) carryOut(effect)
    clearTimeout(deadlineTimer)
    if (!state.isFenced && !isStopped) {
      const wait = Math.max(0, deadlineOf(state) - now())
      deadlineTimer = setTimeout(() => apply({ kind: 'deadline', at: now() }), Math.min(wait, 2 ** 31 - 1)).unref()
    }
  }

  const carryOut = (effect: HeartbeatEffect): void => {
    switch (effect.kind) {
      case 'send':
        void send(effect.promises)
        return
      case 'fence':
        term++
        log.warn('the database could not be reached in time: this node ends its sessions before others take them')
        parts.onFence()
        return
      case 'look':
        parts.onNews()
        return
      case 'reconnect':
        void connect()
    }
  }

  const send = async (promises: Promises): Promise<void> => {
    const via = client
    if (!via) return
    // What repeats the promise before it may be lost in a crash: that one has nearly as long to run.
    const isRepeated = promises.lease === promised?.lease && promises.unlocked === promised.unlocked
    const values = beatValues(node, lockKey, promises, !isRepeated)
    const { rows } = await via.query<NodeRow>({ text: heartbeatStatement, values }).catch((error: unknown) => {
      log.debug({ err: error }, 'a heartbeat was not answered')
      if (via === client) drop()
      return { rows: [] }
    })
    const own = rows.find(({ isOwn }) => isOwn)
    if (via !== client || !own) return
    if (lockKey !== null && !own.isLocked) return loseLock()
    const others = rows.filter((row) => !row.isOwn)
    const alive = others.filter(({ isAlive }) => isAlive)
    // A dead node is news once, and again when its lock counts: each look goes on until nothing of it is left.
    const isTrusting = trustsLocks(state, now(), settings)
    const seen = JSON.stringify([isTrusting, ...others.map(({ name, isAlive }) => `${name} ${isAlive}`).toSorted()])
    const isNews = seen !== known
    known = seen
    promised = promises
    apply({ kind: 'answered', at: now(), others: alive.length, isNews })
    begun.resolve()
  }

  /** The lock is on another connection of a pooler: leases alone tell others that this node lives. */
  const loseLock = (): void => {
    lockKey = null
    if (!saysPooled)
      log.warn('DATABASE_DIRECT_URL does not lead to PostgreSQL itself: a node that dies is noticed late')
    saysPooled = true
    apply({ kind: 'lock-lost', at: now() })
    apply({ kind: 'locked', at: now(), showsLock: false })
  }

  const drop = (): void => {
    const old = client
    if (!old) return
    client = null
    destroy(old)
    apply({ kind: 'lock-lost', at: now() })
    reconnect(50)
  }

  const reconnect = (wait: number): void => {
    clearTimeout(reconnectTimer)
    if (!isStopped) reconnectTimer = setTimeout(() => void connect(), wait)
  }

  const connect = async (): Promise<void> => {
    if (isConnecting || isStopped) return
    isConnecting = true
    await tryConnect()
    isConnecting = false
    if (!client) reconnect(100)
  }

  const tryConnect = async (): Promise<void> => {
    const made = new Client({
      connectionString: parts.url,
      application_name: 'guiche-heartbeat',
      connectionTimeoutMillis: connectPatience,
      keepAlive: true,
      keepAliveInitialDelayMillis: 3_000
    }) as HeartbeatClient
    made.on('error', () => made === client && drop())
    made.on('end', () => made === client && drop())
    try {
      await made.connect()
      // A new number for every connection: the one before may keep its lock until PostgreSQL has noticed.
      const key = randomInt(1, 2 ** 31 - 1)
      const prepare = async () => {
        await made.query(silence)
        await made.query('select pg_advisory_lock($1, $2)', [lockSpace, key])
      }
      await within(connectPatience, prepare())
      saysUnreachable = false
      // The one before has answered after all.
      if (isStopped || (client && !isSilent(state, now(), settings))) return destroy(made)
      const old = client
      client = made
      lockKey = saysPooled ? null : key
      if (old) destroy(old)
      apply({ kind: 'locked', at: now(), showsLock: !saysPooled })
    } catch (error) {
      destroy(made)
      if (!saysUnreachable && !isStopped)
        log.warn({ err: error }, 'the database cannot be reached for a heartbeat: no session runs without')
      saysUnreachable = true
    }
  }

  const beat = (): void => {
    apply({ kind: 'due', at: now() })
    beatTimer = setTimeout(beat, every)
  }

  return {
    start: async () => {
      isStopped = false
      void connect()
      beatTimer = setTimeout(beat, every)
      const goOn = () => log.warn('no heartbeat was answered yet: sessions begin as soon as one is')
      const says = setTimeout(() => log.warn('the start waits for the database to answer a heartbeat'), 3 * every)
      await within(startPatience * every, begun.promise).catch(goOn)
      clearTimeout(says)
    },
    stop: async () => {
      isStopped = true
      begun.resolve()
      for (const timer of [beatTimer, deadlineTimer, reconnectTimer]) clearTimeout(timer)
      const last = client
      client = null
      if (!last) return
      await within(endPatience, last.query(endNodeStatement, [node])).catch((error: unknown) =>
        log.warn({ err: error }, 'this node could not sign off: others wait until its lease has run out')
      )
      await within(endPatience, last.end()).catch(() => destroy(last))
    },
    mayRun: () => mayRun(state, now()),
    term: () => term,
    trustsLocks: () => trustsLocks(state, now(), settings)
  }
}
