// Runs in a thread of its own: reads sound and film, whose parser may never come to an end with a broken file.
import { parentPort } from 'node:worker_threads'
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

/** What the thread is asked: the facts of a file it reads piece by piece, or the Opus sound of a recording in Ogg. */
export type MediaOrder = { kind: 'facts'; size: number; largestScan: number } | { kind: 'opus'; bytes: Uint8Array }

export interface MediaFacts {
  /** 0 where the file does not tell. */
  seconds: number
  width?: number
  height?: number
}

/** To the thread: an order, or the piece it asked for. */
export type ToThread = { order: MediaOrder } | { ask: number; piece: Uint8Array | null }
/** From the thread: a question for bytes `start` to `end` (exclusive), or the answer. */
export type FromThread =
  { ask: number; start: number; end: number } | { answer: MediaFacts | Uint8Array | null } | { failed: string }

// A thread's port has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tell = (message: FromThread): void => parentPort?.postMessage(message)

const asked = new Map<number, (piece: Uint8Array | null) => void>()
let asks = 0

const factsOf = async (size: number, largestScan: number): Promise<MediaFacts> => {
  const source = new CustomSource({
    getSize: () => size,
    read: (start, end) =>
      new Promise<Uint8Array>((resolve, reject) => {
        const ask = ++asks
        asked.set(ask, (piece) => (piece ? resolve(piece) : reject(new Error('the file could not be read'))))
        tell({ ask, start, end })
      })
  })
  const input = new Input({ formats: ALL_FORMATS, source })
  const video = await input.getPrimaryVideoTrack()
  const told = await input.getDurationFromMetadata()
  const seconds = told ?? (size <= largestScan ? await input.computeDuration() : 0)
  if (!video) return { seconds }
  return { seconds, width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }
}

const opusOf = async (bytes: Uint8Array): Promise<Uint8Array | null> => {
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

const carryOut = async (order: MediaOrder): Promise<void> => {
  try {
    const answer = order.kind === 'opus' ? await opusOf(order.bytes) : await factsOf(order.size, order.largestScan)
    tell({ answer })
  } catch (error) {
    tell({ failed: String(error) })
  }
}

parentPort?.on('message', (message: ToThread) => {
  if ('order' in message) return void carryOut(message.order)
  asked.get(message.ask)?.(message.piece)
  asked.delete(message.ask)
})
