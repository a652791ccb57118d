// Voice notes: levels, length and waveform of a real recording, and what is thrown away.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastBytes, startRecording, troubleOf } from './record-voice.ts'
import { loudnessOf, waveformOf } from './waveform-levels.ts'

/** A microphone that hums. */
async function hum(volume: number): Promise<MediaStream> {
  const audio = new AudioContext()
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  const out = audio.createMediaStreamDestination()
  gain.gain.value = volume
  oscillator.connect(gain).connect(out)
  oscillator.start()
  await audio.resume().catch(() => undefined)
  return out.stream
}

test('a recording has its length, 64 levels, and is Opus', async () => {
  const recording = await startRecording(() => hum(0.6))
  await expect.poll(() => recording.elapsed(), { timeout: 8_000 }).toBeGreaterThan(1.6)
  const voice = await recording.finish()
  expect(voice?.file.type).toMatch(/^audio\/(webm|ogg)$/)
  expect(voice?.file.size).toBeGreaterThanOrEqual(leastBytes)
  expect(voice?.duration).toBeGreaterThan(1.5)
  expect(voice?.waveform).toHaveLength(64)
  expect(voice?.waveform.every((level) => Number.isInteger(level) && level >= 0 && level <= 100)).toBe(true)
})

test('a recording that is hardly begun is thrown away', async () => {
  const recording = await startRecording(() => hum(0.6))
  expect(await recording.finish()).toBeNull()
})

test('a cancelled recording lets the microphone go', async () => {
  const stream = await hum(0.5)
  const recording = await startRecording(() => Promise.resolve(stream))
  recording.cancel()
  expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended'])
})

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'no-microphone'],
  ['NotSupportedError', 'unsupported'],
  ['NotReadableError', 'failed']
])('%s means %s', (name, trouble) => {
  expect(troubleOf(new DOMException('x', name))).toBe(trouble)
})

test('64 levels of 0 to 100 come from however many were measured, and the loudest moment stays the loudest', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 400 }), (measured) => {
      const levels = waveformOf(measured)
      expect(levels).toHaveLength(64)
      expect(levels.every((level) => level >= 0 && level <= 100)).toBe(true)
      expect(Math.max(...levels)).toBe(Math.round(Math.max(0, ...measured) * 100))
    })
  )
})

test('silence is 0, a full sound is 1, and louder is never less', () => {
  expect(loudnessOf(new Float32Array(512))).toBe(0)
  expect(loudnessOf(new Float32Array(512).fill(1))).toBe(1)
  const levels = [0.001, 0.01, 0.05, 0.2, 0.6].map((level) => loudnessOf(new Float32Array(512).fill(level)))
  expect(levels).toEqual(levels.toSorted((a, b) => a - b))
})
