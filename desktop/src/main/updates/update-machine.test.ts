// What the search for updates does with each event, state by state.
import { expect, test } from 'vitest'
import type { UpdateState } from '#bridge/update-channels.ts'
import { beginSearch, isLookDue, stepUpdate, type UpdateEvent, type UpdateStep } from './update-machine.ts'

const notes = { pt: [], en: [], es: [] }
const idle: UpdateState = { kind: 'idle', checkedAt: null, problem: null }
const checking: UpdateState = { kind: 'checking' }
const downloading: UpdateState = { kind: 'downloading', version: '2', percent: 0 }
const ready: UpdateState = { kind: 'ready', version: '2', notes, isDoneOnQuit: true }
const settings = { now: () => 1_000, random: () => 0.5, mayInstallOnQuit: true }
const hour = 3_600_000

function step(shown: UpdateState, event: UpdateEvent, isInstalling = false): UpdateStep {
  return stepUpdate({ shown, dueAt: 0, isInstalling }, event, settings)
}

test.each<[string, UpdateState, UpdateEvent, Partial<UpdateState>]>([
  ['a look begins', idle, { kind: 'look-begun' }, { kind: 'checking' }],
  ['a look begins beside what is ready', ready, { kind: 'look-begun' }, ready],
  ['this is no place for updates', checking, { kind: 'unsupported' }, { kind: 'off', why: 'not-installed' }],
  ['one is found', checking, { kind: 'found', version: '2' }, downloading],
  ['the one that is ready is found again', ready, { kind: 'found', version: '2' }, ready],
  ['a newer one is found', ready, { kind: 'found', version: '3' }, { ...downloading, version: '3' }],
  ['it comes', downloading, { kind: 'progressed', percent: 41.9 }, { percent: 41 }],
  ['progress comes late', ready, { kind: 'progressed', percent: 41.9 }, ready],
  ['it is there', downloading, { kind: 'fetched', version: '2', notes }, ready],
  ['there is none', checking, { kind: 'nothing-new' }, { kind: 'idle', checkedAt: 1_000, problem: null }],
  ['it is taken back', ready, { kind: 'nothing-new' }, { kind: 'idle' }],
  ['a look fails', checking, { kind: 'failed', problem: 'unreachable' }, { kind: 'idle', problem: 'unreachable' }],
  ['a look fails beside what is ready', ready, { kind: 'failed', problem: 'unreachable' }, ready]
])('when %s', (_what, before, event, after) => {
  expect(step(before, event).search.shown).toMatchObject(after)
})

test('leaving installs what was found, and not what was taken back', () => {
  expect(step(checking, { kind: 'found', version: '2' }).installsOnQuit).toBe(true)
  expect(step(ready, { kind: 'nothing-new' }).installsOnQuit).toBe(false)
  expect(step(downloading, { kind: 'progressed', percent: 1 }).installsOnQuit).toBeUndefined()
})

test('an installer that fails is told although nothing else changes', () => {
  const failed: UpdateEvent = { kind: 'failed', problem: 'failed' }
  expect(step(ready, failed, true)).toMatchObject({ isRepeated: true, search: { isInstalling: false } })
  expect(step(ready, failed).isRepeated).toBe(false)
})

test('the next look is due a minute after the start, four hours after one, half an hour after one that failed', () => {
  expect(beginSearch(settings).dueAt).toBe(61_000)
  expect(step(checking, { kind: 'nothing-new' }).search.dueAt).toBe(1_000 + 4 * hour)
  expect(step(checking, { kind: 'failed', problem: 'failed' }).search.dueAt).toBe(1_000 + hour / 2)
})

test.each([
  [idle, 999, false],
  [idle, 1_000, true],
  [ready, 1_000, true],
  [downloading, 1_000, false],
  [{ kind: 'off', why: 'managed' } as const, 1_000, false]
])('%o is looked at again at %d: %s', (shown, now, isDue) => {
  expect(isLookDue({ shown, dueAt: 1_000, isInstalling: false }, now)).toBe(isDue)
})
