// What a node does next with a connection it owns, from what is wanted of it and what it has. Pure.
import type { WantedSession } from './lease.repo.ts'
import type { StopKind } from '../session/session-types.ts'

/** A connection as its node has it. */
export interface OwnedState {
  desired: Pick<WantedSession, 'wanted' | 'generation' | 'command'>
  hasSession: boolean
  /** Generation the session was started with; -1 for none. */
  startedWith: number
  /** Generation whose command was carried out; a row that was read before that was written still names it. */
  carriedOut: number
  /** It ended for good and is being given back: rows that still name it as ours were read before. */
  isResting: boolean
}

export type Action =
  | { kind: 'none' }
  | { kind: 'open' }
  /** With a session it is the session's end; without one there is only a pairing to forget. */
  | { kind: 'command'; command: 'renew' | 'logout'; generation: number }
  | { kind: 'close'; how: StopKind }
  /** `hasForgotten`: the pairing is gone, and with it the number. */
  | { kind: 'give-back'; hasForgotten: boolean }

/** Carried out one after the other until there is none. */
export function nextAction({ desired, hasSession, startedWith, carriedOut, isResting }: OwnedState): Action {
  const { wanted, generation, command } = desired
  if (isResting) return { kind: 'none' }
  if (command !== null && generation !== carriedOut) return { kind: 'command', command, generation }
  if (wanted === 'running') {
    if (!hasSession) return { kind: 'open' }
    return generation === startedWith ? { kind: 'none' } : { kind: 'close', how: 'release' }
  }
  if (hasSession) return { kind: 'close', how: 'stop' }
  return { kind: 'give-back', hasForgotten: generation === carriedOut }
}
