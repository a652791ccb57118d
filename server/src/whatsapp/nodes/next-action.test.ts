// Every order in every state of a connection that a node owns.
import { expect, it } from 'vitest'
import { type Action, nextAction, type OwnedState } from './next-action.ts'

type Case = [what: string, state: Partial<OwnedState> & Pick<OwnedState, 'desired'>, action: Action]

const running = (generation: number, command: 'renew' | 'logout' | null = null) =>
  ({ wanted: 'running', generation, command }) as const
const stopped = (generation: number, command: 'renew' | 'logout' | null = null) =>
  ({ wanted: 'stopped', generation, command }) as const
const open = { hasSession: true, startedWith: 3 }

const cases: Case[] = [
  ['wanted, not open', { desired: running(3) }, { kind: 'open' }],
  ['wanted and open', { desired: running(3), ...open }, { kind: 'none' }],
  ['started anew by an order', { desired: running(4), ...open }, { kind: 'close', how: 'release' }],
  ['stopped while open', { desired: stopped(4), ...open }, { kind: 'close', how: 'stop' }],
  ['stopped, not open', { desired: stopped(4) }, { kind: 'give-back', hasForgotten: false }],
  ['left by a dead node, not wanted', { desired: stopped(0) }, { kind: 'give-back', hasForgotten: false }],
  [
    'a command while open',
    { desired: running(4, 'renew'), ...open },
    { kind: 'command', command: 'renew', generation: 4 }
  ],
  ['a command, not open', { desired: stopped(4, 'logout') }, { kind: 'command', command: 'logout', generation: 4 }],
  ['a command that was carried out, wanted', { desired: running(4, 'renew'), carriedOut: 4 }, { kind: 'open' }],
  [
    'a command that was carried out, read again',
    { desired: running(4, 'renew'), carriedOut: 4, hasSession: true, startedWith: 4 },
    { kind: 'none' }
  ],
  [
    'a command that was carried out, not wanted',
    { desired: stopped(4, 'logout'), carriedOut: 4 },
    { kind: 'give-back', hasForgotten: true }
  ],
  [
    'a command after another',
    { desired: running(5, 'renew'), carriedOut: 4, hasSession: true, startedWith: 4 },
    { kind: 'command', command: 'renew', generation: 5 }
  ],
  ['ended for good, read as wanted', { desired: running(3), isResting: true }, { kind: 'none' }],
  ['ended for good, with a command', { desired: running(4, 'renew'), isResting: true }, { kind: 'none' }]
]

it.each(cases)('%s', (_what, state, action) => {
  expect(nextAction({ hasSession: false, startedWith: -1, carriedOut: -1, isResting: false, ...state })).toEqual(action)
})

it('every order comes to rest, whatever the state', () => {
  for (const wanted of ['running', 'stopped'] as const)
    for (const command of [null, 'renew', 'logout'] as const)
      for (const hasSession of [false, true])
        for (const generation of [3, 4]) {
          let state: OwnedState = {
            desired: { wanted, generation, command },
            hasSession,
            startedWith: hasSession ? 3 : -1,
            carriedOut: -1,
            isResting: false
          }
          const done: string[] = []
          for (let action = nextAction(state); action.kind !== 'none'; action = nextAction(state)) {
            done.push(action.kind)
            if (action.kind === 'give-back') break
            if (action.kind === 'command') state = { ...state, hasSession: false, carriedOut: action.generation }
            else state = { ...state, hasSession: action.kind === 'open', startedWith: generation }
          }
          expect(done.length).toBeLessThanOrEqual(3)
          expect(done.filter((kind) => kind === 'command')).toHaveLength(command ? 1 : 0)
          if (wanted === 'stopped') expect([state.hasSession, done.at(-1)]).toEqual([false, 'give-back'])
          else expect(state).toMatchObject({ hasSession: true, startedWith: generation })
        }
})
