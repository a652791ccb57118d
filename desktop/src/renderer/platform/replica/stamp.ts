// What a row is true for, and which of two is newer.
import { isFollowedSince, tick, type AsOf } from '../net/as-of.ts'

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
  /** The newest event that came in itself, and when. */
  heard: number
  heardAt: number
}

/** Of what nobody has said anything. */
export const untold: Stamp = { seq: -1, isNumbered: false, at: -1, cameIn: -1, heard: -1, heardAt: -1 }

/**
 * Whether an answer holds what has the stamp: it was here before it was asked for, or its number says so. Of two answers that
 * were on their way together and have no numbers, the one that was asked for later.
 */
export function knows({ seq, askedAt }: AsOf, { seq: known, isNumbered, at, cameIn }: Stamp): boolean {
  if (cameIn <= askedAt) return true
  return seq !== null && isNumbered ? seq >= known : at <= askedAt
}

/** The stamp of what an event brings, with its number, or without one what was done here. */
export function stampAfter({ seq: known, heard }: Stamp, seq: number | undefined): Stamp {
  const at = tick()
  const isNumbered = seq !== undefined
  return isNumbered
    ? { seq: Math.max(known, seq), isNumbered, at, cameIn: at, heard: Math.max(heard, seq), heardAt: at }
    : { seq: heard, isNumbered, at, cameIn: at, heard, heardAt: at }
}

/**
 * The stamp of what an own call answered. Events that are still to come count after it, even those that another answer held
 * already: nobody can say which of the two answers is newer, and in the end the events do.
 */
export function stampAnswered({ heard, heardAt }: Stamp, { askedAt }: AsOf): Stamp {
  return { seq: heard, isNumbered: false, at: askedAt, cameIn: tick(), heard, heardAt }
}

/** Whether the answer to an own call counts: where an event has come in since it was asked for, or was missed, it does not. */
export const countsAfter = ({ askedAt }: AsOf, { heardAt }: Stamp): boolean =>
  heardAt <= askedAt && isFollowedSince(askedAt)

/** Whether an event is older than what is known. */
export const isLate = (seq: number | undefined, known: Stamp): boolean => seq !== undefined && seq < known.seq
