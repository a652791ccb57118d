// What a node may believe about its leases, by its own clock. Pure: events in, a new state and effects out.

import type { HeartbeatSettings, Promises } from '../timings.ts'

interface Heartbeat {
  sentAt: number
  promises: Promises
}

export interface HeartbeatState {
  /** Since when the connection has held the lock; null while it does not. */
  lockedAt: number | null
  /** Others judge the node by its lock; behind a pooler by its lease alone. */
  showsLock: boolean
  answered: Heartbeat | null
  /** Sent, and perhaps in force already. */
  sent: Heartbeat | null
  /** Sockets are ended and none may be opened. */
  isFenced: boolean
  /** Other nodes that were alive at the last answer. */
  others: number
}

export type HeartbeatEvent =
  /** `showsLock` is false when the lock is on another connection of a pooler. */
  | { kind: 'locked'; at: number; showsLock: boolean }
  | { kind: 'lock-lost'; at: number }
  /** Time for a heartbeat. */
  | { kind: 'due'; at: number }
  /** `isNews`: a node came, went or left something behind. */
  | { kind: 'answered'; at: number; others: number; isNews: boolean }
  /** The moment of `nextDeadline` has come. */
  | { kind: 'deadline'; at: number }

export type HeartbeatEffect =
  | { kind: 'send'; promises: Promises }
  /** End every socket at once, without waiting for anything. */
  | { kind: 'fence' }
  /** Look for connections to run. */
  | { kind: 'look' }
  /** Open another connection; whichever answers first is kept. */
  | { kind: 'reconnect' }

export const initialState: HeartbeatState = {
  lockedAt: null,
  showsLock: true,
  answered: null,
  sent: null,
  isFenced: true,
  others: 0
}

/** Of a promise a node uses this share: the rest is for clocks that run apart and for the closing itself. */
const share = 0.8

/** A node that hears nothing cannot know whether PostgreSQL still has its lock, and counts on the shorter promise. */
const endOf = ({ sentAt, promises }: Heartbeat): number => sentAt + share * Math.min(promises.lease, promises.unlocked)

/** When the node must have ended its sockets, unless another heartbeat is answered before. */
export function deadlineOf({ answered, sent }: HeartbeatState): number {
  if (!answered) return -Infinity
  // A heartbeat on its way may count already, and may promise less than the one before.
  return Math.min(endOf(answered), sent ? endOf(sent) : Infinity)
}

/** True while a heartbeat waits too long for its answer. */
export function isSilent({ sent }: HeartbeatState, at: number, { patience }: HeartbeatSettings): boolean {
  return sent !== null && at - sent.sentAt >= patience
}

/** True while the node may have sockets. */
export function mayRun(state: HeartbeatState, at: number): boolean {
  return !state.isFenced && at < deadlineOf(state)
}

/** True when a lock that is gone proves that its node is dead. */
export function trustsLocks({ lockedAt }: HeartbeatState, at: number, { settle }: HeartbeatSettings): boolean {
  return lockedAt !== null && at - lockedAt >= settle
}

interface Step {
  state: HeartbeatState
  effects: HeartbeatEffect[]
}

const fenced = (state: HeartbeatState): Step =>
  state.isFenced ? { state, effects: [] } : { state: { ...state, isFenced: true }, effects: [{ kind: 'fence' }] }

function onDue(state: HeartbeatState, at: number, settings: HeartbeatSettings): Step {
  if (state.lockedAt === null) return { state, effects: [] }
  if (state.sent) return { state, effects: isSilent(state, at, settings) ? [{ kind: 'reconnect' }] : [] }
  const { lease, unlocked } = state.others > 0 ? settings.together : settings.alone
  const promises = { lease, unlocked: state.showsLock ? unlocked : lease }
  return { state: { ...state, sent: { sentAt: at, promises } }, effects: [{ kind: 'send', promises }] }
}

function onAnswer(state: HeartbeatState, event: Extract<HeartbeatEvent, { kind: 'answered' }>): Step {
  const { sent } = state
  if (!sent) return { state, effects: [] }
  const answered = { ...state, answered: sent, sent: null, others: event.others }
  // What was promised with it is over as well: the process slept.
  if (event.at >= deadlineOf(answered)) return fenced(answered)
  const looks: HeartbeatEffect[] =
    state.isFenced || event.isNews || event.others !== state.others ? [{ kind: 'look' }] : []
  return { state: { ...answered, isFenced: false }, effects: looks }
}

/** Takes one event. */
export function step(state: HeartbeatState, event: HeartbeatEvent, settings: HeartbeatSettings): Step {
  // A node that slept beyond its deadline ends its sockets before anything else: others may have them already.
  const before = state.isFenced || event.at < deadlineOf(state) ? { state, effects: [] } : fenced(state)
  const after = take(before.state, event, settings)
  return { state: after.state, effects: [...before.effects, ...after.effects] }
}

function take(state: HeartbeatState, event: HeartbeatEvent, settings: HeartbeatSettings): Step {
  switch (event.kind) {
    case 'locked':
      // A heartbeat that was sent on the connection before is not answered any more, but may be in force.
      return onDue(
        { ...state, lockedAt: event.at, showsLock: event.showsLock, answered: weaker(state), sent: null },
        event.at,
        settings
      )
    case 'lock-lost':
      return { state: { ...state, lockedAt: null }, effects: [] }
    case 'due':
      return onDue(state, event.at, settings)
    case 'answered':
      return onAnswer(state, event)
    case 'deadline':
      return { state, effects: [] }
  }
}

/** Of the answered heartbeat and the one on its way the one that ends first: which of them PostgreSQL has is not known. */
function weaker({ answered, sent }: HeartbeatState): Heartbeat | null {
  if (!answered || !sent) return answered
  return endOf(sent) < endOf(answered) ? sent : answered
}
