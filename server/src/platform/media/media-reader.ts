// Reads strangers' sound, film and pictures in processes with limits: a file made to hold its reader up, or to fill the
// memory, costs that process and never the node.
import { createFileReader, fileInMemory, type ReadMark } from '#platform/readers/file-reader.ts'
import type { OrderedFile } from '#platform/readers/reader-main.ts'
import type { Waiter } from '#platform/readers/fair-queue.ts'
import type { MediaFacts, MediaOrder } from './media-program.ts'
import type { ImageRequest, SmallImages } from './image-program.ts'

/** Milliseconds of a processor that one file may take; a picture of 40 megapixels takes less than one second. */
const pictureTime = 4_000
const soundTime = 10_000
/** Megabytes of a process. Pictures: one of 40 megapixels in several passes keeps 240 MB of them at once. */
const imageMemory = 448
const soundMemory = 384

export interface MediaReader {
  /** Length and size of the picture; a file larger than `largestScan` bytes is not read through for its length. */
  facts: (file: OrderedFile, largestScan: number, waiter: Waiter, mark?: ReadMark) => Promise<MediaFacts>
  /** The Opus sound of a recording in an Ogg container, without a new encoding; null when its sound is not Opus. */
  opus: (bytes: Uint8Array, waiter: Waiter, mark?: ReadMark) => Promise<Buffer | null>
}

/**
 * Reads one file after the other. Errors: FileUnreadable for what is no sound or film, ReaderEnded for what takes longer
 * than `limit` ms or too much memory, ReaderBusy when its turn does not come.
 */
export function createMediaReader(limit = soundTime): MediaReader {
  const reader = createFileReader<MediaOrder, MediaFacts | Uint8Array | null>({
    program: new URL('./media-program.ts', import.meta.url),
    memory: soundMemory,
    patience: limit
  })
  return {
    facts: async (file, largestScan, waiter, mark) =>
      (await reader.read({ kind: 'facts', largestScan }, file, waiter, mark)) as MediaFacts,
    opus: async (bytes, waiter, mark) => {
      const sound = (await reader.read({ kind: 'opus' }, fileInMemory(bytes), waiter, mark)) as Uint8Array | null
      return sound && Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength)
    }
  }
}

/** The readers of this process; each starts with its first file. */
export const mediaReader = createMediaReader()
export const imageReader = createFileReader<ImageRequest, SmallImages>({
  program: new URL('./image-program.ts', import.meta.url),
  memory: imageMemory,
  patience: pictureTime
})
