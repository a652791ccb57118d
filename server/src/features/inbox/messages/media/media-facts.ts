// What bubbles and phones show of sound and film before they are there: length and size of the picture.
import type { StoredMedia } from '../messages.repo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { mediaReader } from '#platform/media/media-reader.ts'
import { markReading } from '#platform/readers/mark-reading.ts'
import { isUnreadable, ReaderBusy } from '#platform/readers/reader-errors.ts'
import { storedFile, waitingUpload } from './thumbnails.ts'

/** Seconds beyond which a length is a lie or a mistake. */
const longest = 24 * 3600
/** Bytes of a file that is read through where its header does not tell its length. */
const largestScan = 20 * 1024 * 1024

/** Seconds and pixels; empty where the file does not tell, or has to wait for its turn. Reads the parts of the file that tell. */
export async function mediaFacts(
  ctx: Ctx,
  companyId: number,
  { key, size }: { key: string; size: number }
): Promise<Pick<StoredMedia, 'duration' | 'width' | 'height'>> {
  const file = storedFile(ctx, key, size)
  try {
    const { seconds, ...picture } = await mediaReader.facts(
      file,
      largestScan,
      waitingUpload(companyId),
      markReading(ctx, companyId, file)
    )
    return { ...(seconds > 0 && seconds < longest ? { duration: Math.max(1, Math.round(seconds)) } : {}), ...picture }
  } catch (error) {
    if (!isUnreadable(error) && !(error instanceof ReaderBusy)) throw error
    ctx.log.debug({ err: error }, 'a file does not tell its length')
    return {}
  }
}
