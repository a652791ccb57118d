// Whether a page that crashed is loaded again: not when it does nothing but crash. Pure.

/** Crashes of the page within a minute after which it is not loaded again. */
const mostCrashes = 3
const within = 60_000

/** Adds a crash to those of the last minute; times are milliseconds of the clock. */
export function addCrash(crashes: readonly number[], now: number): { crashes: number[]; loadsAgain: boolean } {
  const recent = [...crashes.filter((at) => now - at < within), now]
  return { crashes: recent, loadsAgain: recent.length <= mostCrashes }
}
