// What a node believes about its leases: every event in every state that matters, without a clock or a database.
import { describe, expect, it } from 'vitest'
import {
  deadlineOf,
  type HeartbeatEvent,
  type HeartbeatState,
  initialState,
  mayRun,
  step,
  trustsLocks
} from './heartbeat-state.ts'
import type { HeartbeatSettings } from '../timings.ts'

const settings: HeartbeatSettings = {
  together: { lease: 6000, unlocked: 2000 },
  alone: { lease: 15_000, unlocked: 15_000 },
  patience: 1000,
  settle: 3000
}

/** Carries events out one after the other; the effects of the last one, in words. */
function run(events: HeartbeatEvent[], from: HeartbeatState = initialState) {
  let state = from
  let effects: string[] = []
  for (const event of events) {
    const after = step(state, event, settings)
    state = after.state
    effects = after.effects.map((effect) => (effect.kind === 'send' ? `send ${effect.promises.lease}` : effect.kind))
  }
  return { state, effects }
}

const answered = (at: number, others = 1, isNews = false): HeartbeatEvent => ({ kind: 'answered', at, others, isNews })
const due = (at: number): HeartbeatEvent => ({ kind: 'due', at })
const locked = (at: number, showsLock = true): HeartbeatEvent => ({ kind: 'locked', at, showsLock })
const lost = (at: number): HeartbeatEvent => ({ kind: 'lock-lost', at })
const deadline = (at: number): HeartbeatEvent => ({ kind: 'deadline', at })

/** Beside another node: its second heartbeat, sent at 500, was answered. */
const together = run([locked(0), answered(10), due(500), answered(510)]).state
/** The same, where its lock is not its own. */
const pooled = run([locked(0, false), answered(10), due(500), answered(510)]).state
/** On its own. */
const alone = run([locked(0), answered(10, 0), due(500), answered(510, 0)]).state

describe('a heartbeat', () => {
  const cases: [what: string, from: HeartbeatState, events: HeartbeatEvent[], effects: string[], deadline: number][] = [
    ['is sent as soon as the lock is held', initialState, [locked(0)], ['send 15000'], -Infinity],
    ['opens the node when it is answered', initialState, [locked(0), answered(10)], ['look'], 12_000],
    ['counts from when it was sent', together, [due(1000), answered(1900)], [], 1000 + 1600],
    ['promises less once another node is there', alone, [due(1000), answered(1010), due(1500)], ['send 6000'], 3100],
    [
      'that promises less counts before it is answered',
      alone,
      [due(1000), answered(1010, 1), due(1500)],
      ['send 6000'],
      3100
    ],
    [
      'promises more once the other nodes are gone',
      together,
      [due(1000), answered(1010, 0), due(1500)],
      ['send 15000'],
      2600
    ],
    ['is not sent while another is on its way', together, [due(1000), due(1500)], [], 2100],
    ['that waits has another connection tried beside it', together, [due(1000), due(2000)], ['reconnect'], 2100],
    ['brings news', together, [due(1000), answered(1010, 1, true)], ['look'], 2600],
    ['tells that a node is gone', together, [due(1000), answered(1010, 0)], ['look'], 2600],
    ['nobody sent is not believed', together, [answered(1010)], [], 2100],
    ['waits for the lock', initialState, [due(0)], [], -Infinity]
  ]
  it.each(cases)('%s', (_what, from, events, effects, until) => {
    const after = run(events, from)
    expect(after.effects).toEqual(effects)
    expect(deadlineOf(after.state)).toBe(until)
  })
})

describe('a node without its database', () => {
  const cases: [what: string, from: HeartbeatState, events: HeartbeatEvent[], effects: string[], isFenced: boolean][] =
    [
      ['goes on until its deadline', together, [deadline(2099)], [], false],
      ['ends its sockets at its deadline', together, [deadline(2100)], ['fence'], true],
      ['ends them once', together, [deadline(2100), deadline(2200)], [], true],
      ['behind a pooler goes on as long as its lease', pooled, [deadline(5299)], [], false],
      ['behind a pooler ends its sockets then', pooled, [deadline(5300)], ['fence'], true],
      ['whose lock is gone has the same time', together, [lost(1000), deadline(2099)], [], false],
      ['and not more', together, [lost(1000), deadline(2100)], ['fence'], true],
      ['whose lock goes late ends them at once', together, [lost(2100)], ['fence'], true],
      ['goes on when its lock is back in time', together, [lost(1000), locked(1100), answered(1110)], [], false],
      [
        'has little time until its new lock is known',
        together,
        [lost(1000), locked(1100), deadline(2100)],
        ['fence'],
        true
      ],
      ['has its full time after that', together, [lost(1000), locked(1100), answered(1110), deadline(2699)], [], false],
      ['and alone may wait for long', alone, [lost(1000), deadline(12_499)], [], false],
      ['and alone ends its sockets in the end', alone, [lost(1000), deadline(12_500)], ['fence'], true],
      ['ends them before it takes news of a sleep', together, [due(1000), answered(9000)], ['fence'], true],
      [
        'stays closed when the answer is older than its promise',
        together,
        [due(1000), deadline(2100), answered(2600)],
        [],
        true
      ],
      ['opens again with an answer in time', together, [due(1000), deadline(2100), answered(2500)], ['look'], false],
      ['sleeps, then ends its sockets, then asks', together, [due(60_000)], ['fence', 'send 6000'], true],
      [
        'does not forget what it promised on its old connection',
        alone,
        [due(1000), answered(1010, 1), due(1500), lost(1600), locked(1700), deadline(3100)],
        ['fence'],
        true
      ]
    ]
  it.each(cases)('%s', (_what, from, events, effects, isFenced) => {
    const after = run(events, from)
    expect(after.effects).toEqual(effects)
    expect(after.state.isFenced).toBe(isFenced)
  })
})

it('a node may run sessions between an answer and its deadline alone', () => {
  expect(mayRun(initialState, 0)).toBe(false)
  expect(mayRun(together, 2099)).toBe(true)
  // Also before anybody has told the state: the process slept.
  expect(mayRun(together, 2100)).toBe(false)
  expect(mayRun(run([deadline(2100)], together).state, 2101)).toBe(false)
})

it('locks that are away prove nothing until the own one has been there for a while', () => {
  expect(trustsLocks(initialState, 99_999, settings)).toBe(false)
  expect(trustsLocks(together, 2999, settings)).toBe(false)
  expect(trustsLocks(together, 3000, settings)).toBe(true)
  const back = run([lost(10_000), locked(10_100)], together).state
  expect(trustsLocks(back, 12_000, settings)).toBe(false)
  expect(trustsLocks(back, 13_100, settings)).toBe(true)
})

it('no order of events lets a node run beyond what it has promised', () => {
  // PostgreSQL's view: what the last heartbeat that reached it promised, and whether the lock it names is held.
  const breaches: string[] = []
  let seed = 7
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
  for (let round = 0; round < 3000; round++) {
    let [state, at] = [initialState, 0]
    let row: { at: number; lease: number; unlocked: number; lock: number } | null = null
    let lock = 0
    let isHeld = false
    for (let n = 0; n < 40; n++) {
      // Most follow close on one another, some late.
      at += random(random(3) === 0 ? 2500 : 400)
      const kinds = ['locked', 'lock-lost', 'ended', 'due', 'answered', 'due', 'answered'] as const
      const kind = kinds[random(kinds.length)] ?? 'due'
      if (kind === 'lock-lost' || kind === 'ended') isHeld = false
      if (kind === 'locked') [lock, isHeld] = [lock + 1, true]
      // The connection was ended at PostgreSQL's side, or by a firewall, and nothing of that gets here.
      if (kind !== 'ended') {
        const event: HeartbeatEvent =
          kind === 'answered' ? answered(at, random(2)) : kind === 'locked' ? locked(at) : { kind, at }
        const after = step(state, event, settings)
        state = after.state
        for (const effect of after.effects) {
          // It may get there at once, or never.
          if (effect.kind === 'send' && random(2) === 0) row = { at, ...effect.promises, lock }
        }
        if (kind === 'answered' && state.answered && (!row || row.at < state.answered.sentAt)) {
          row = { at: state.answered.sentAt, ...state.answered.promises, lock }
        }
      }
      if (!row) continue
      const isLocked = isHeld && row.lock === lock
      const until = row.at + (isLocked ? row.lease : Math.min(row.lease, row.unlocked))
      if (mayRun(state, until)) breaches.push(`round ${round}: ${kind} at ${at}`)
    }
  }
  expect(breaches).toEqual([])
})
