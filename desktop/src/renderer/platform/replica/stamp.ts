// What a row is true for, and which of two is newer.
import { tick, type AsOf } from '../net/as-of.ts'

export interface Row {
  id: number | string
}

export interface Stamp {
  /** The newest event that is in it; -1 for none that has a number. */
  seq: number
  /** False when something without a number has changed it since: then the clock alone tells what is newer. */
  isNumbered: boolean
  /** When it came in, or was asked for, on the clock of this page. */
  at: number
  /** When it came in. */
  cameIn: number
}

/** Of what nobody has said anything. */
export const untold: Stamp = { seq: -1, isNumbered: false, at: -1, cameIn: -1 }

/**
 * Whether an answer holds what has the stamp: it was here before it was asked for, or its number says so. Of two answers that
 * were on their way together and have no numbers, the one that was asked for later.
 */
export function knows({ seq, askedAt }: AsOf, { seq: known, isNumbered, at, cameIn }: Stamp): boolean {
  if (cameIn <= askedAt) return true
  return seq !== null && isNumbered ? seq >= known : at <= askedAt
}

/**
 * The stamp of what an event brings, with its number, or an own call, without one. Of two answers the one that was asked for
 * later is newer: where it is not, the call's own event is still to come.
 */
export function stampAfter(known: Stamp, seq: number | undefined, askedAt?: number): Stamp {
  const cameIn = tick()
  return { seq: Math.max(known.seq, seq ?? -1), isNumbered: seq !== undefined, at: askedAt ?? cameIn, cameIn }
}

/**
 * Whether the answer to an own call is certainly not older than what is known. Where something numbered has come in since
 * it was asked for, nobody can say: that stays, and the call's own event brings what is missing.
 */
export const isSafeOver = (age: AsOf, known: Stamp): boolean =>
  knows(age, known) && !(known.isNumbered && known.cameIn > age.askedAt)

/** Whether an event is older than what is known. */
export const isLate = (seq: number | undefined, known: Stamp): boolean => seq !== undefined && seq < known.seq
