// What a session does next when its socket, its phone or its node says something. Pure: events in, a new state and effects out.
import type { StatusReport } from '#platform/whatsapp-port.ts'
import { backOff, closeCode, type Ending, judgeEnding, type Verdict } from './connection-state.ts'
import type { SessionEnd, StopKind } from './session-types.ts'

export interface SessionState {
  /** Its end has begun: nothing is opened or reported by itself any more. */
  isEnding: boolean
  /** The phone has scanned the code; the restart that WhatsApp promised comes next. */
  isPairing: boolean
  /** QR codes shown since the session was last open. */
  qrShown: number
  /** Tries since the session was last open for a while. */
  failures: number
}

/** A report as far as the machine knows it; `number`: the own addresses are told, or taken back. */
export interface SessionReport extends Pick<StatusReport, 'status' | 'reason' | 'retries'> {
  qrcode?: string
  number?: 'own' | 'none'
}

/** How a session ends, in this order. */
export interface EndPlan {
  /** Says nothing from here on. */
  mutes: boolean
  /** The phone forgets this device. */
  logsOut: boolean
  /** What was received is stored first, as far as there is time. */
  drains: boolean
  /** Credentials and keys go. */
  wipes: boolean
  report: SessionReport | null
  /** What those who wait for the end of a session hear; null when it was stopped. */
  outcome: SessionEnd | null
}

/** `wantsCode`: it is paired by a code that is typed, for as long as nothing speaks against it. */
export type SessionEvent =
  | { kind: 'started'; wantsCode: boolean }
  | { kind: 'qr'; text: string; wantsCode: boolean }
  | { kind: 'scanned' }
  | { kind: 'opened' }
  /** Open for a while. */
  | { kind: 'stable' }
  /** A code to be typed is there to be shown. */
  | { kind: 'code-given' }
  /** Nothing came of it: QR codes follow, on another socket. */
  | { kind: 'code-failed' }
  /** `isOurs`: the database still names this node as the owner. */
  | { kind: 'socket-ended'; ending: Ending; isPaired: boolean; isOurs: boolean }
  /** Who owns the session could not be found out. */
  | { kind: 'judging-failed' }
  | { kind: 'retry-due' }
  /** Another node has the session. */
  | { kind: 'lost' }
  | { kind: 'stop'; how: StopKind }

export type SessionEffect =
  | { kind: 'report'; report: SessionReport }
  /** Report, then let what waits for the session go out. */
  | { kind: 'announce-open'; report: SessionReport }
  | { kind: 'connect' }
  | { kind: 'drop-socket' }
  | { kind: 'ask-for-code' }
  /** The phone has taken the code, or a QR code in its place. */
  | { kind: 'code-done' }
  /** WhatsApp has answered in some way. */
  | { kind: 'has-begun' }
  /** Tell in a while whether the socket is still open. */
  | { kind: 'await-stability' }
  /** Milliseconds, before the factor of the timings. */
  | { kind: 'retry'; delay: number }
  /** Look through the journal for what was not stored. */
  | { kind: 'sweep-journal' }
  | { kind: 'log-ending'; ending: Ending; verdict: Verdict }
  | { kind: 'end'; plan: EndPlan }

export interface SessionSettings {
  /** QR codes that may be shown. */
  qrLimit: number
  /** Between 0 and 1. */
  random: () => number
}

export interface SessionStep {
  state: SessionState
  effects: SessionEffect[]
}

export const initialSession: SessionState = { isEnding: false, isPairing: false, qrShown: 0, failures: 0 }

function reportOf(
  { qrShown, failures }: SessionState,
  status: StatusReport['status'],
  reason: StatusReport['reason'],
  more: Partial<SessionReport> = {}
): SessionReport {
  return { status, reason, retries: status === 'qrcode' ? qrShown : failures, ...more }
}

const silentEnd: EndPlan = { mutes: false, logsOut: false, drains: false, wipes: false, report: null, outcome: null }

function ending(state: SessionState, plan: Partial<EndPlan>): SessionStep {
  return { state: { ...state, isEnding: true }, effects: [{ kind: 'end', plan: { ...silentEnd, ...plan } }] }
}

function onStop(state: SessionState, how: StopKind): SessionStep {
  if (how === 'fence') return ending(state, { mutes: true })
  if (how === 'release') return ending(state, {})
  const forgets = how !== 'stop'
  const gone: Partial<SessionReport> = how === 'logout' ? { number: 'none' } : {}
  // After a renewal the next session speaks for itself.
  const report = how === 'renew' ? null : reportOf(state, 'DISCONNECTED', 'stopped', gone)
  return ending(state, { logsOut: forgets, drains: true, wipes: forgets, report })
}

const onLost = (state: SessionState): SessionStep => ending(state, { mutes: true, outcome: 'lost' })

function onSocketEnded(
  state: SessionState,
  event: Extract<SessionEvent, { kind: 'socket-ended' }>,
  { qrLimit, random }: SessionSettings
): SessionStep {
  // Another node that took over looks to us like somebody else who logged in.
  if (!event.isOurs) return state.isEnding ? { state, effects: [] } : onLost(state)
  const verdict = judgeEnding({ ...state, ending: event.ending, isPaired: event.isPaired, qrLimit }, random)
  const judged: SessionEffect[] = [{ kind: 'sweep-journal' }, { kind: 'log-ending', ending: event.ending, verdict }]
  if (state.isEnding) return { state, effects: judged }
  if (verdict.action === 'stop') {
    const gone: Partial<SessionReport> = verdict.wipe ? { number: 'none' } : {}
    const report = reportOf(state, verdict.status, verdict.reason, gone)
    const end = ending(state, { drains: true, wipes: verdict.wipe, report, outcome: 'given-up' })
    return { state: end.state, effects: [...judged, ...end.effects] }
  }
  // The restart after a scan is no failure.
  const isExpected = state.isPairing && verdict.reason === 'restarting'
  const after = isExpected ? state : { ...state, failures: state.failures + 1 }
  const report = reportOf(after, verdict.status, verdict.reason)
  return { state: after, effects: [...judged, { kind: 'report', report }, { kind: 'retry', delay: verdict.delay }] }
}

function onQr(
  state: SessionState,
  { text, wantsCode }: Extract<SessionEvent, { kind: 'qr' }>,
  settings: SessionSettings
): SessionStep {
  if (wantsCode) return { state, effects: [{ kind: 'has-begun' }, { kind: 'ask-for-code' }] }
  const shown = { ...state, qrShown: state.qrShown + 1 }
  if (shown.qrShown <= settings.qrLimit) {
    const report = reportOf(shown, 'qrcode', null, { qrcode: text })
    return { state: shown, effects: [{ kind: 'has-begun' }, { kind: 'report', report }] }
  }
  const tooMany: Ending = { kind: 'code', code: closeCode.lost }
  const event = { kind: 'socket-ended', ending: tooMany, isPaired: false, isOurs: true } as const
  const after = onSocketEnded(shown, event, settings)
  return { state: after.state, effects: [{ kind: 'drop-socket' }, ...after.effects] }
}

function onOpened(state: SessionState): SessionStep {
  const open = { ...state, isPairing: false, qrShown: 0 }
  const report = reportOf(open, 'CONNECTED', null, { number: 'own' })
  return {
    state: open,
    effects: [{ kind: 'has-begun' }, { kind: 'await-stability' }, { kind: 'announce-open', report }]
  }
}

function onStarted(state: SessionState, wantsCode: boolean): SessionStep {
  // Who asked for a code sees the QR code go, and nothing start anew.
  const report = wantsCode ? reportOf(state, 'qrcode', null) : reportOf(state, 'OPENING', 'starting', { number: 'own' })
  return { state, effects: [{ kind: 'report', report }, { kind: 'connect' }] }
}

/** Takes one event. */
export function stepSession(state: SessionState, event: SessionEvent, settings: SessionSettings): SessionStep {
  if (event.kind === 'socket-ended') return onSocketEnded(state, event, settings)
  if (state.isEnding) return { state, effects: [] }
  switch (event.kind) {
    case 'started':
      return onStarted(state, event.wantsCode)
    case 'qr':
      return onQr(state, event, settings)
    case 'scanned': {
      const pairing = { ...state, isPairing: true }
      const report = reportOf(pairing, 'PAIRING', null)
      return { state: pairing, effects: [{ kind: 'code-done' }, { kind: 'report', report }] }
    }
    case 'opened':
      return onOpened(state)
    case 'stable':
      return { state: { ...state, failures: 0 }, effects: [] }
    case 'code-given':
      return { state, effects: [{ kind: 'report', report: reportOf(state, 'qrcode', null) }] }
    case 'code-failed': {
      const report = reportOf(state, 'qrcode', null)
      return { state, effects: [{ kind: 'report', report }, { kind: 'drop-socket' }, { kind: 'connect' }] }
    }
    case 'judging-failed': {
      const delay = backOff(state.failures, settings.random)
      return { state: { ...state, failures: state.failures + 1 }, effects: [{ kind: 'retry', delay }] }
    }
    case 'retry-due':
      return { state, effects: [{ kind: 'connect' }] }
    case 'lost':
      return onLost(state)
    case 'stop':
      return onStop(state, event.how)
  }
}
