// Runs in a reader's process: reads sound and film, whose parser may never come to an end with a broken file.
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  CustomSource,
  Input,
  OggOutputFormat,
  Output
} from 'mediabunny'
import type { OrderedFile } from '#platform/readers/reader-main.ts'

/** The facts of a file that is read piece by piece, or the Opus sound of a recording in Ogg. */
export type MediaOrder = { kind: 'facts'; largestScan: number } | { kind: 'opus' }

export interface MediaFacts {
  /** 0 where the file does not tell. */
  seconds: number
  width?: number
  height?: number
}

async function factsOf({ size, read }: OrderedFile, largestScan: number): Promise<MediaFacts> {
  const source = new CustomSource({ getSize: () => size, read })
  const input = new Input({ formats: ALL_FORMATS, source })
  const video = await input.getPrimaryVideoTrack()
  const told = await input.getDurationFromMetadata()
  const seconds = told ?? (size <= largestScan ? await input.computeDuration() : 0)
  if (!video) return { seconds }
  return { seconds, width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }
}

async function opusOf(bytes: Uint8Array): Promise<Uint8Array | null> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Error('there is no sound in it')
  if ((await track.getCodec()) !== 'opus') return null
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const conversion = await Conversion.init({ input, output, video: { discard: true }, showWarnings: false })
  await conversion.execute()
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0))
}

/** Errors: for what is no sound or film. */
export async function readOrder(order: unknown, file: OrderedFile): Promise<MediaFacts | Uint8Array | null> {
  const given = order as MediaOrder
  return given.kind === 'opus' ? opusOf(await file.read(0, file.size)) : factsOf(file, given.largestScan)
}
