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
  mayRun,
  type Promises,
  step,
  trustsLocks
} from './heartbeat-state.ts'
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
  /** Resolves after the first heartbeat that was answered. */
  start(): Promise<void>
  /** The node has nothing any more: others need not wait for it. */
  stop(): Promise<void>
  /** False: others may have taken the sessions, and nothing may be sent. */
  mayRun(): boolean
  /** Rises with every loss: what was taken before it is lost. */
  term(): number
  trustsLocks(): boolean
}

/** How soon PostgreSQL ends a connection that has gone silent, in seconds. */
const silence = { tcp_keepalives_idle: 3, tcp_keepalives_interval: 1, tcp_keepalives_count: 3 }

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
  let client: Client | null = null
  let lockKey: number | null = null
  let term = 0
  let isStopped = true
  let saysPooled = false
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
        drop()
    }
  }

  const send = async (promises: Promises): Promise<void> => {
    const via = client
    if (!via) return
    const values = beatValues(node, lockKey, promises)
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
    const seen = JSON.stringify(others.map(({ name, isAlive }) => `${name} ${isAlive}`).toSorted())
    const isNews = seen !== known || alive.length < others.length
    known = seen
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
    apply({ kind: 'locked', at: now() })
  }

  const drop = (): void => {
    const old = client
    if (!old) return
    client = null
    // By itself it would wait for an answer to its farewell.
    old.connection.stream.destroy()
    void old.end().catch(() => {})
    apply({ kind: 'lock-lost', at: now() })
    reconnect(50)
  }

  const reconnect = (wait: number): void => {
    clearTimeout(reconnectTimer)
    if (!isStopped) reconnectTimer = setTimeout(() => void connect(), wait)
  }

  const connect = async (): Promise<void> => {
    const made = new Client({
      connectionString: parts.url,
      application_name: 'guiche-heartbeat',
      connectionTimeoutMillis: 1_500,
      keepAlive: true,
      keepAliveInitialDelayMillis: 3_000
    }) as Client & { connection: { stream: { destroy(): void; setNoDelay(on: boolean): void } } }
    made.on('error', () => made === client && drop())
    made.on('end', () => made === client && drop())
    try {
      await made.connect()
      // A new number for every connection: the one before may keep its lock until PostgreSQL has noticed.
      const key = randomInt(1, 2 ** 31 - 1)
      for (const [name, value] of Object.entries(silence)) await made.query(`set ${name} = ${value}`)
      await made.query('select pg_advisory_lock($1, $2)', [lockSpace, key])
      if (isStopped) return await made.end()
      client = made
      lockKey = saysPooled ? null : key
      apply({ kind: 'locked', at: now() })
    } catch (error) {
      made.connection.stream.destroy()
      log.debug({ err: error }, 'the database cannot be reached for a heartbeat')
      reconnect(100)
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
      await begun.promise
    },
    stop: async () => {
      isStopped = true
      begun.resolve()
      for (const timer of [beatTimer, deadlineTimer, reconnectTimer]) clearTimeout(timer)
      const last = client
      client = null
      await last?.query(endNodeStatement, [node]).catch(() => {})
      await last?.end().catch(() => {})
    },
    mayRun: () => mayRun(state, now()),
    term: () => term,
    trustsLocks: () => trustsLocks(state, now(), settings)
  }
}
