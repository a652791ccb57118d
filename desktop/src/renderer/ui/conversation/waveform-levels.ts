// The levels of a recording as a waveform has them: 64 of 0 to 100.

const levelCount = 64

/** Loudness of a piece of sound (samples of -1 to 1), 0 to 1, on a scale that suits voices. */
export function loudnessOf(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  const level = Math.sqrt(sum / Math.max(1, samples.length))
  // From -50 dB, which is silence in a room, to -6 dB, which is a loud voice.
  const decibels = 20 * Math.log10(Math.max(level, 1e-6))
  return Math.min(1, Math.max(0, (decibels + 50) / 44))
}

/** 64 levels from however many were measured (each 0 to 1). */
export function waveformOf(measured: readonly number[]): number[] {
  if (measured.length === 0) return Array.from({ length: levelCount }, () => 0)
  return Array.from({ length: levelCount }, (_, index) => {
    const from = Math.floor((index * measured.length) / levelCount)
    const to = Math.max(from + 1, Math.floor(((index + 1) * measured.length) / levelCount))
    return Math.round(Math.max(...measured.slice(from, to), 0) * 100)
  })
}
