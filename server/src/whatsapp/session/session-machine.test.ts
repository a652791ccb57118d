// What a session does next: each event in each state, without sockets.
import { describe, expect, it } from 'vitest'
import {
  initialSession,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  stepSession
} from './session-machine.ts'

const settings = { qrLimit: 2, random: () => 0.5 }
const step = (event: SessionEvent, state: Partial<SessionState> = {}) =>
  stepSession({ ...initialSession, ...state }, event, settings)
const effects = (event: SessionEvent, state: Partial<SessionState> = {}) => step(event, state).effects
const kinds = (event: SessionEvent, state: Partial<SessionState> = {}) => effects(event, state).map(({ kind }) => kind)
const planOf = (all: SessionEffect[]) => all.flatMap((one) => (one.kind === 'end' ? [one.plan] : []))
function ended(code: number, more: { isPaired?: boolean; isOurs?: boolean } = {}): SessionEvent {
  return { kind: 'socket-ended', ending: { kind: 'code', code }, isPaired: true, isOurs: true, ...more }
}
function report(status: string, reason: string | null, more: object = {}) {
  return { kind: 'report', report: { status, reason, retries: 0, ...more } }
}

describe('a session that begins', () => {
  it('says that it opens, and connects', () =>
    expect(effects({ kind: 'started', wantsCode: false })).toEqual([
      report('OPENING', 'starting', { number: 'own' }),
      { kind: 'connect' }
    ]))

  it('shows that the QR code is gone when a code to be typed was asked for', () =>
    expect(effects({ kind: 'started', wantsCode: true })).toEqual([report('qrcode', null), { kind: 'connect' }]))
})

describe('pairing', () => {
  const qr: SessionEvent = { kind: 'qr', text: 'code', wantsCode: false }

  it('shows each code with its number', () => {
    const { state, effects: done } = step(qr, { qrShown: 1 })
    expect(state.qrShown).toBe(2)
    expect(done).toEqual([{ kind: 'has-begun' }, report('qrcode', null, { retries: 2, qrcode: 'code' })])
  })

  it('ends after the last code, and drops the socket before anything else', () => {
    const { state, effects: done } = step(qr, { qrShown: 2 })
    expect(state.isEnding).toBe(true)
    expect(done.map(({ kind }) => kind)).toEqual(['drop-socket', 'sweep-journal', 'log-ending', 'end'])
    expect(planOf(done)).toMatchObject([
      { outcome: 'given-up', wipes: false, report: { status: 'DISCONNECTED', reason: 'qr-expired' } }
    ])
  })

  it('asks for a code to be typed in the place of a QR code, which does not count', () => {
    const asked = step({ kind: 'qr', text: 'code', wantsCode: true })
    expect(asked.state).toEqual(initialSession)
    expect(asked.effects).toEqual([{ kind: 'has-begun' }, { kind: 'ask-for-code' }])
  })

  it('goes on with QR codes on another socket when nothing came of the code', () =>
    expect(kinds({ kind: 'code-failed' })).toEqual(['report', 'drop-socket', 'connect']))

  it('takes the restart after a scan for no failure', () => {
    const scanned = step({ kind: 'scanned' })
    expect(scanned.effects).toEqual([{ kind: 'code-done' }, report('PAIRING', null)])
    const { state, effects: done } = step(ended(515), scanned.state)
    expect(state).toMatchObject({ isPairing: true, failures: 0 })
    expect(done.slice(2)).toEqual([report('PAIRING', 'restarting'), { kind: 'retry', delay: 0 }])
  })
})

describe('an open session', () => {
  it('is announced, and what went before is forgotten only when it stays open', () => {
    const { state, effects: done } = step({ kind: 'opened' }, { isPairing: true, qrShown: 2, failures: 3 })
    expect(state).toEqual({ isEnding: false, isPairing: false, qrShown: 0, failures: 3 })
    expect(done.map(({ kind }) => kind)).toEqual(['has-begun', 'await-stability', 'announce-open'])
    expect(step({ kind: 'stable' }, state).state.failures).toBe(0)
  })

  it('tries again after a break, later each time', () => {
    const first = step(ended(428))
    expect(first.effects.slice(2)).toEqual([
      report('OPENING', 'network', { retries: 1 }),
      { kind: 'retry', delay: 750 }
    ])
    const second = step(ended(428), first.state)
    expect(second.state.failures).toBe(2)
    expect(second.effects.slice(2)).toEqual([
      report('TIMEOUT', 'network', { retries: 2 }),
      { kind: 'retry', delay: 1500 }
    ])
    expect(effects({ kind: 'retry-due' }, second.state)).toEqual([{ kind: 'connect' }])
  })

  it('tries again also when nobody could say whose it is', () => {
    const { state, effects: done } = step({ kind: 'judging-failed' }, { failures: 1 })
    expect(state.failures).toBe(2)
    expect(done).toEqual([{ kind: 'retry', delay: 1500 }])
  })
})

describe('the end', () => {
  const silent = { mutes: false, logsOut: false, drains: false, wipes: false, report: null, outcome: null }
  const stopped = { status: 'DISCONNECTED', reason: 'stopped', retries: 0 }

  it.each([
    ['release', {}],
    ['fence', { mutes: true }],
    ['stop', { drains: true, report: stopped }],
    ['renew', { drains: true, logsOut: true, wipes: true }],
    ['logout', { drains: true, logsOut: true, wipes: true, report: { ...stopped, number: 'none' } }]
  ] as const)('by an order to %s', (how, plan) => {
    const { state, effects: done } = step({ kind: 'stop', how })
    expect(state.isEnding).toBe(true)
    expect(done).toEqual([{ kind: 'end', plan: { ...silent, ...plan } }])
  })

  it('by another node says nothing, whether the database or WhatsApp tells of it', () => {
    const plan = { ...silent, mutes: true, outcome: 'lost' }
    expect(effects({ kind: 'lost' })).toEqual([{ kind: 'end', plan }])
    expect(effects(ended(440, { isOurs: false }))).toEqual([{ kind: 'end', plan }])
  })

  it.each([
    [401, 'logged-out', true],
    [440, 'replaced', false],
    [403, 'banned', false]
  ] as const)('by WhatsApp with %i stores what came, then forgets only what is worthless', (code, reason, wipes) => {
    const gone = wipes ? { number: 'none' } : {}
    expect(planOf(effects(ended(code)))).toEqual([
      { ...silent, drains: true, wipes, outcome: 'given-up', report: { ...stopped, reason, ...gone } }
    ])
  })

  it('is decided once: nothing that follows opens, reports or ends anything', () => {
    const events: SessionEvent[] = [
      { kind: 'started', wantsCode: false },
      { kind: 'qr', text: 'code', wantsCode: false },
      { kind: 'scanned' },
      { kind: 'opened' },
      { kind: 'stable' },
      { kind: 'code-given' },
      { kind: 'code-failed' },
      { kind: 'judging-failed' },
      { kind: 'retry-due' },
      { kind: 'lost' },
      { kind: 'stop', how: 'logout' },
      ended(440, { isOurs: false })
    ]
    for (const event of events) expect(effects(event, { isEnding: true })).toEqual([])
    // The rows of a socket that ends by itself meanwhile are still looked for.
    expect(kinds(ended(428), { isEnding: true })).toEqual(['sweep-journal', 'log-ending'])
  })
})
