// What each way a socket can end means.
import { describe, expect, it } from 'vitest'
import { backOff, type EndedSession, type Ending, judgeEnding } from './connection-state.ts'

const half = () => 0.5
const paired: EndedSession = {
  ending: { kind: 'code', code: 428 },
  isPaired: true,
  isPairing: false,
  qrShown: 0,
  qrLimit: 6,
  failures: 0
}
const judge = (change: Partial<EndedSession>) => judgeEnding({ ...paired, ...change }, half)
const code = (number: number): { ending: Ending } => ({ ending: { kind: 'code', code: number } })

describe('the end of a paired session', () => {
  it.each([
    [401, { action: 'stop', status: 'DISCONNECTED', reason: 'logged-out', wipe: true }],
    [403, { action: 'stop', status: 'DISCONNECTED', reason: 'banned', wipe: false }],
    [411, { action: 'stop', status: 'DISCONNECTED', reason: 'refused', wipe: false }],
    [440, { action: 'stop', status: 'DISCONNECTED', reason: 'replaced', wipe: false }],
    [515, { action: 'retry', status: 'OPENING', reason: 'restarting', delay: 0 }],
    [408, { action: 'retry', status: 'OPENING', reason: 'network', delay: 750 }],
    [428, { action: 'retry', status: 'OPENING', reason: 'network', delay: 750 }],
    [500, { action: 'retry', status: 'OPENING', reason: 'network', delay: 750 }],
    [503, { action: 'retry', status: 'OPENING', reason: 'network', delay: 750 }]
  ])('with code %i', (number, verdict) => expect(judge(code(number))).toEqual(verdict))

  it('is no circle where WhatsApp asks for one restart after the other', () => {
    expect(judge({ ...code(515), failures: 1 })).toMatchObject({ reason: 'restarting', delay: 750 })
    expect(judge({ ...code(515), failures: 20 })).toMatchObject({ reason: 'restarting', delay: 45_000 })
  })

  it('shows TIMEOUT from the second break on', () => {
    expect(judge({ ...code(428), failures: 1 })).toMatchObject({ status: 'TIMEOUT', reason: 'network', delay: 1500 })
  })

  it('tells a refused upgrade, silence and deafness apart', () => {
    expect(judge({ ending: { kind: 'refused', httpStatus: 503 } })).toMatchObject({
      status: 'TIMEOUT',
      reason: 'refused'
    })
    expect(judge({ ending: { kind: 'no-answer' } })).toMatchObject({ status: 'TIMEOUT', reason: 'no-answer' })
    expect(judge({ ending: { kind: 'deaf' } })).toMatchObject({ action: 'retry', reason: 'network' })
  })
})

describe('the end of a session that is being paired', () => {
  const unpaired = { isPaired: false, ...code(408) }
  it('gives up when every code was shown', () => {
    expect(judge({ ...unpaired, qrShown: 6 })).toMatchObject({ action: 'stop', reason: 'qr-expired', wipe: false })
  })
  it('asks for new codes while some are left', () => {
    expect(judge({ ...unpaired, qrShown: 4 })).toMatchObject({ action: 'retry', status: 'OPENING', delay: 0 })
  })
  it('keeps PAIRING through the promised restart', () => {
    expect(judge({ ...code(515), isPairing: true })).toMatchObject({ action: 'retry', status: 'PAIRING', delay: 0 })
  })
})

it('waits longer with every failure, never beyond a minute, and never the same for two sessions', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 7, 50].map((failures) => backOff(failures, () => 1))
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000])
  expect(backOff(3, () => 0)).toBe(4000)
})
