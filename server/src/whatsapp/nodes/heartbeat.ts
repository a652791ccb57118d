// Shows the other nodes that this one lives: a lock that dies with the process, and heartbeats for a network that is cut.
import type { Logger } from 'pino'
import { destroy, type HeartbeatClient, openWithLock } from './heartbeat-client.ts'
import {
  deadlineOf,
  type HeartbeatEffect,
  type HeartbeatEvent,
  type HeartbeatState,
  initialState,
  isSilent,
  mayRun,
  step,
  trustsLocks
} from './heartbeat-state.ts'
import type { HeartbeatSettings, Promises } from '../timings.ts'
import { within } from '../within.ts'
import { beatValues, endNodeStatement, heartbeatStatement, type NodeRow } from './nodes.repo.ts'

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

/** Milliseconds that an orderly end waits for the database. */
const endPatience = 2_000
/** Heartbeats that a start waits for the first answer. */
const startPatience = 15

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

interface Beating {
  parts: HeartbeatParts
  now: () => number
  /** Resolved by the first answer. */
  begun: PromiseWithResolvers<void>
  state: HeartbeatState
  client: HeartbeatClient | null
  /** Second number of the lock; null behind a pooler. */
  lockKey: number | null
  term: number
  isStopped: boolean
  isConnecting: boolean
  /** What the log has said and need not say again. */
  hasWarned: { pooled: boolean; unreachable: boolean }
  /** By the last answered heartbeat. */
  promised: Promises | null
  /** The other nodes as they were at the last answer. */
  others: string
  timers: Record<'beat' | 'deadline' | 'reconnect', NodeJS.Timeout | undefined>
}

/** Makes the heartbeat of this node. */
export function createHeartbeat(parts: HeartbeatParts): Heartbeat {
  const beating: Beating = {
    parts,
    now: createClock(),
    begun: Promise.withResolvers<void>(),
    state: initialState,
    client: null,
    lockKey: null,
    term: 0,
    isStopped: true,
    isConnecting: false,
    hasWarned: { pooled: false, unreachable: false },
    promised: null,
    others: '',
    timers: { beat: undefined, deadline: undefined, reconnect: undefined }
  }
  return {
    start: () => start(beating),
    stop: () => stop(beating),
    mayRun: () => mayRun(beating.state, beating.now()),
    term: () => beating.term,
    trustsLocks: () => trustsLocks(beating.state, beating.now(), parts.settings)
  }
}

async function start(beating: Beating): Promise<void> {
  const { log, every } = beating.parts
  beating.isStopped = false
  void connect(beating)
  beating.timers.beat = setTimeout(beat, every, beating)
  const goOn = () => log.warn('no heartbeat was answered yet: sessions begin as soon as one is')
  const says = setTimeout(() => log.warn('the start waits for the database to answer a heartbeat'), 3 * every)
  await within(startPatience * every, beating.begun.promise).catch(goOn)
  clearTimeout(says)
}

async function stop(beating: Beating): Promise<void> {
  const { node, log } = beating.parts
  beating.isStopped = true
  beating.begun.resolve()
  for (const timer of Object.values(beating.timers)) clearTimeout(timer)
  const last = beating.client
  beating.client = null
  if (!last) return
  await within(endPatience, last.query(endNodeStatement, [node])).catch((error: unknown) =>
    log.warn({ err: error }, 'this node could not sign off: others wait until its lease has run out')
  )
  await within(endPatience, last.end()).catch(() => destroy(last))
}

function beat(beating: Beating): void {
  apply(beating, { kind: 'due', at: beating.now() })
  beating.timers.beat = setTimeout(beat, beating.parts.every, beating)
}

function apply(beating: Beating, event: HeartbeatEvent): void {
  const { parts, now, timers } = beating
  const after = step(beating.state, event, parts.settings)
  beating.state = after.state
  for (const effect of after.effects) carryOut(beating, effect)
  clearTimeout(timers.deadline)
  if (beating.state.isFenced || beating.isStopped) return
  const wait = Math.min(Math.max(0, deadlineOf(beating.state) - now()), 2 ** 31 - 1)
  timers.deadline = setTimeout(() => apply(beating, { kind: 'deadline', at: now() }), wait).unref()
}

function carryOut(beating: Beating, effect: HeartbeatEffect): void {
  const { log, onFence, onNews } = beating.parts
  switch (effect.kind) {
    case 'send':
      return void send(beating, effect.promises)
    case 'fence':
      beating.term++
      log.warn('the database could not be reached in time: this node ends its sessions before others take them')
      return onFence()
    case 'look':
      return onNews()
    case 'reconnect':
      return void connect(beating)
  }
}

async function send(beating: Beating, promises: Promises): Promise<void> {
  const { client, promised, parts } = beating
  if (!client) return
  // What repeats the promise before it may be lost in a crash: that one has nearly as long to run.
  const isRepeated = promises.lease === promised?.lease && promises.unlocked === promised.unlocked
  const values = beatValues(parts.node, beating.lockKey, promises, !isRepeated)
  const { rows } = await client.query<NodeRow>({ text: heartbeatStatement, values }).catch((error: unknown) => {
    parts.log.debug({ err: error }, 'a heartbeat was not answered')
    drop(beating, client)
    return { rows: [] }
  })
  if (client === beating.client && rows.length > 0) onAnswer(beating, rows, promises)
}

function onAnswer(beating: Beating, rows: NodeRow[], promises: Promises): void {
  const { now, parts } = beating
  const own = rows.find(({ isOwn }) => isOwn)
  if (!own) return
  if (beating.lockKey !== null && !own.isLocked) return loseLock(beating)
  const others = rows.filter((row) => !row.isOwn)
  const alive = others.filter(({ isAlive }) => isAlive)
  // A dead node is news once, and again when its lock counts: each look goes on until nothing of it is left.
  const isTrusting = trustsLocks(beating.state, now(), parts.settings)
  const seen = JSON.stringify([isTrusting, ...others.map(({ name, isAlive }) => `${name} ${isAlive}`).toSorted()])
  const isNews = seen !== beating.others
  beating.others = seen
  beating.promised = promises
  apply(beating, { kind: 'answered', at: now(), others: alive.length, isNews })
  beating.begun.resolve()
}

/** The lock is on another connection of a pooler: leases alone tell others that this node lives. */
function loseLock(beating: Beating): void {
  const { hasWarned, now, parts } = beating
  beating.lockKey = null
  if (!hasWarned.pooled)
    parts.log.warn('DATABASE_DIRECT_URL does not lead to PostgreSQL itself: a node that dies is noticed late')
  hasWarned.pooled = true
  apply(beating, { kind: 'lock-lost', at: now() })
  apply(beating, { kind: 'locked', at: now(), showsLock: false })
}

/** Gives a connection up, unless another one has taken its place. */
function drop(beating: Beating, client: HeartbeatClient): void {
  if (client !== beating.client) return
  beating.client = null
  destroy(client)
  apply(beating, { kind: 'lock-lost', at: beating.now() })
  reconnect(beating, 50)
}

function reconnect(beating: Beating, wait: number): void {
  clearTimeout(beating.timers.reconnect)
  if (!beating.isStopped) beating.timers.reconnect = setTimeout(() => void connect(beating), wait)
}

async function connect(beating: Beating): Promise<void> {
  if (beating.isConnecting || beating.isStopped) return
  beating.isConnecting = true
  await tryConnect(beating)
  beating.isConnecting = false
  if (!beating.client) reconnect(beating, 100)
}

async function tryConnect(beating: Beating): Promise<void> {
  const { parts, hasWarned, now } = beating
  try {
    const { client, lockKey } = await openWithLock(parts.url, (gone) => drop(beating, gone))
    hasWarned.unreachable = false
    const old = beating.client
    // The one before has answered after all.
    if (beating.isStopped || (old && !isSilent(beating.state, now(), parts.settings))) return destroy(client)
    beating.client = client
    beating.lockKey = hasWarned.pooled ? null : lockKey
    if (old) destroy(old)
    apply(beating, { kind: 'locked', at: now(), showsLock: !hasWarned.pooled })
  } catch (error) {
    if (!hasWarned.unreachable && !beating.isStopped)
      parts.log.warn({ err: error }, 'the database cannot be reached for a heartbeat: no session runs without')
    hasWarned.unreachable = true
  }
}
