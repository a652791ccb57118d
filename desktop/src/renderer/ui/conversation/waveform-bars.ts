// The heights of a waveform's bars.

const count = 40
const least = 3
const most = 26

/** Pixels for each bar; a sound without known levels has a quiet, even line. */
export function barsOf(levels: readonly number[] | null): number[] {
  if (!levels || levels.length === 0) return Array.from({ length: count }, () => least)
  const loudest = Math.max(...levels, 1)
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * levels.length) / count)
    const to = Math.max(from + 1, Math.floor(((index + 1) * levels.length) / count))
    const level = Math.max(...levels.slice(from, to), 0) / loudest
    return Math.round(least + level * (most - least))
  })
}
