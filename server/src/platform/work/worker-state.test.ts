// What a worker does at a key, event by event.
import { expect, test } from 'vitest'
import { decide, delayAfter, idle, type WorkerEffect, type WorkerEvent, type WorkerState } from './worker-state.ts'

const running: WorkerState = { phase: 'running', failures: 0 }
const stopped: WorkerState = { phase: 'stopped', failures: 0 }
const failed = (failures: number): WorkerState => ({ phase: 'idle', failures })

const rows: [string, WorkerState, WorkerEvent, WorkerState, WorkerEffect[]][] = [
  ['a wake begins a run', idle, { kind: 'woken' }, running, [{ kind: 'cancel-wake' }, { kind: 'run' }]],
  ['a wake while it runs lets it look again', running, { kind: 'woken' }, running, [{ kind: 'signal' }]],
  ['a wake after a stop begins nothing', stopped, { kind: 'woken' }, stopped, []],
  ['it rests when nothing waits', running, { kind: 'ended', in: null }, idle, []],
  ['it wakes when something is due', running, { kind: 'ended', in: 700 }, idle, [{ kind: 'wake-in', ms: 700 }]],
  ['it does not wake at once', running, { kind: 'ended', in: -3 }, idle, [{ kind: 'wake-in', ms: 50 }]],
  ['it looks after a minute', running, { kind: 'ended', in: 1e9 }, idle, [{ kind: 'wake-in', ms: 60_000 }]],
  ['a failure is followed soon', running, { kind: 'failed' }, failed(1), [{ kind: 'wake-in', ms: 100 }]],
  [
    'a further failure is followed later',
    { phase: 'running', failures: 2 },
    { kind: 'failed' },
    failed(3),
    [{ kind: 'wake-in', ms: 400 }]
  ],
  [
    'a wake does not wait for the delay of a failure',
    failed(3),
    { kind: 'woken' },
    { phase: 'running', failures: 3 },
    [{ kind: 'cancel-wake' }, { kind: 'run' }]
  ],
  ['a run that ends forgets failures', { phase: 'running', failures: 4 }, { kind: 'ended', in: null }, idle, []],
  ['a stop cancels what would wake it', idle, { kind: 'stop' }, stopped, [{ kind: 'cancel-wake' }]],
  ['a stop lets a run end', running, { kind: 'stop' }, stopped, [{ kind: 'cancel-wake' }]],
  ['what ends after a stop is not followed', stopped, { kind: 'ended', in: 10 }, stopped, []],
  ['what fails after a stop is not tried again', stopped, { kind: 'failed' }, stopped, []]
]

test.each(rows)('%s', (_name, state, event, next, effects) => {
  expect(decide(state, event)).toEqual([next, effects])
})

test('delays double up to two seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 40].map(delayAfter)).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000])
})
