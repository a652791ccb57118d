// The server's clock as its answers tell it: what it dates is not compared with a computer's clock that may be wrong.

/** Milliseconds by which the server's clock is ahead of this computer's. */
let ahead = 0

/** Takes in the `date` header of an answer. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (!Number.isNaN(at)) ahead = at - Date.now()
}

/** Milliseconds since 1970 by the server's clock, give or take the time of an answer. */
export const serverNow = (): number => Date.now() + ahead
