// Which servers this app works with, and how versions compare.

/** The oldest server that has everything the console of this app asks for. */
export const minimumServer = '0.1.0'

function numbersOf(version: string): number[] {
  return version
    .replace(/[-+].*$/, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10) || 0)
}

/** True when `version` comes before `other`. */
export function isOlder(version: string, other: string): boolean {
  const [own, theirs] = [numbersOf(version), numbersOf(other)]
  for (let at = 0; at < 3; at++) {
    const difference = (own[at] ?? 0) - (theirs[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
