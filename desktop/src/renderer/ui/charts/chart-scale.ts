// The scale of a chart's axis: round steps from zero to just above the largest value.

/** Ticks from 0 upwards; the last one is the end of the axis. Values are counts, so steps are whole numbers. */
export function ticksUpTo(largest: number, mostTicks = 5): number[] {
  const raw = Math.max(1, largest) / (mostTicks - 1)
  const magnitude = 10 ** Math.floor(Math.log10(raw))
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((one) => one * magnitude >= raw) ?? 10) * magnitude)
  const whole = Number.isInteger(step) ? step : Math.ceil(step)
  const count = Math.ceil(Math.max(1, largest) / whole)
  return Array.from({ length: count + 1 }, (_, index) => index * whole)
}
