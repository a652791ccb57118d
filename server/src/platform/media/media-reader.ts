// Reads sound and film in a thread with limits: a file made to hold its reader up costs that thread, never the node.
import { Worker } from 'node:worker_threads'
import type { FromThread, MediaFacts, MediaOrder, ToThread } from './media-thread.ts'

/** Milliseconds and megabytes that one file may take. */
const patience = 10_000
const memory = 512

/** Bytes `start` to `end` (exclusive) of a file. */
type ReadPiece = (start: number, end: number) => Promise<Uint8Array>

export interface MediaReader {
  /** Length and size of the picture; a file larger than `largestScan` bytes is not read through for its length. */
  facts: (size: number, read: ReadPiece, largestScan: number) => Promise<MediaFacts>
  /** The Opus sound of a recording in an Ogg container, without a new encoding; null when its sound is not Opus. */
  opus: (bytes: Uint8Array) => Promise<Buffer | null>
}

const noPieces: ReadPiece = async () => {
  throw new Error('nothing to read from')
}

/** Reads one file after the other. Errors: for what is no sound or film, and for what takes longer than `limit` ms. */
export const createMediaReader = (limit = patience): MediaReader => {
  let thread: Worker | null = null
  let before: Promise<unknown> = Promise.resolve()

  const started = (): Worker => {
    if (thread) return thread
    const worker = new Worker(new URL('./media-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memory }
    })
    worker.once('exit', () => {
      if (thread === worker) thread = null
    })
    // Without a listener for it, what goes wrong in the thread would be thrown here.
    worker.on('error', () => {})
    return (thread = worker)
  }

  const carryOut = (order: MediaOrder, read: ReadPiece): Promise<MediaFacts | Uint8Array | null> =>
    new Promise((resolve, reject) => {
      const worker = started()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      const tell = (message: ToThread): void => worker.postMessage(message)
      const end = (): void => {
        clearTimeout(timer)
        worker.off('message', hear)
        worker.off('exit', lost)
        // An idle thread keeps no process alive.
        worker.unref()
      }
      const hear = (message: FromThread): void => {
        if ('ask' in message) {
          const give = (piece: Uint8Array | null): void => tell({ ask: message.ask, piece })
          void read(message.start, message.end).then(give, () => give(null))
          return
        }
        end()
        if ('failed' in message) reject(new Error(message.failed))
        else resolve(message.answer)
      }
      const lost = (): void => {
        end()
        reject(new Error('the file could not be read'))
      }
      const timer = setTimeout(() => {
        end()
        thread = null
        void worker.terminate()
        reject(new Error('the file takes too long to read'))
      }, limit)
      worker.on('message', hear)
      worker.once('exit', lost)
      worker.ref()
      tell({ order })
    })

  const next = (order: MediaOrder, read: ReadPiece): Promise<MediaFacts | Uint8Array | null> => {
    const mine = before.then(() => carryOut(order, read))
    before = mine.catch(() => {})
    return mine
  }

  return {
    facts: async (size, read, largestScan) => (await next({ kind: 'facts', size, largestScan }, read)) as MediaFacts,
    opus: async (bytes) => {
      const sound = (await next({ kind: 'opus', bytes }, noPieces)) as Uint8Array | null
      return sound && Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength)
    }
  }
}

/** The reader of this process; its thread starts with the first file. */
export const mediaReader = createMediaReader()
