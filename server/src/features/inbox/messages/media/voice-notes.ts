// Makes a recording a voice note that every phone plays: Opus in Ogg, one channel, with its length and waveform.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { StoredMedia } from '../messages.repo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { mediaReader } from '#platform/media/media-reader.ts'
import { fileInMemory } from '#platform/readers/file-reader.ts'
import { markReading } from '#platform/readers/mark-reading.ts'
import { isUnreadable, ReaderBusy } from '#platform/readers/reader-errors.ts'
import { newMediaKey } from './media-keys.ts'
import { asMono, opusChannels, opusDuration } from './ogg-opus.ts'

const mime = 'audio/ogg; codecs=opus'
/** Bytes of a recording that is taken into memory. */
const largest = 64 * 1024 * 1024
/** Milliseconds that a recording waits for its turn; unlike a preview it cannot do without. */
const longestWait = 30_000

/** A flat line for recordings whose levels nobody measured. */
const flat = (): number[] => Array.from({ length: 64 }, () => 30)

/**
 * The recording as a voice note; null for one that is not Opus or stays in several channels, which goes
 * out as the audio file it is.
 * `waveform` (64 levels, 0 to 100) comes from the recorder. Errors: ERR_MEDIA_BROKEN when there is no sound in it,
 * ERR_TOO_MANY_REQUESTS when its turn does not come.
 */
export async function voiceNoteOf(
  ctx: Ctx,
  companyId: number,
  file: { key: string; media: StoredMedia },
  waveform: number[] | null
): Promise<{ mediaType: Message['mediaType']; media: StoredMedia } | null> {
  if ((file.media.size ?? 0) > largest) return null
  const source = await buffer(await ctx.storage.open(file.key))
  const mark = markReading(ctx, companyId, fileInMemory(source))
  const sound = await mediaReader.opus(source, { companyId, longestWait }, mark).catch((cause: unknown) => {
    if (cause instanceof ReaderBusy) throw new AppError('ERR_TOO_MANY_REQUESTS', { cause })
    if (!isUnreadable(cause)) throw cause
    throw new AppError('ERR_MEDIA_BROKEN', { cause })
  })
  if (!sound) return null
  const bytes = asMono(sound)
  const duration = opusDuration(bytes)
  const channels = opusChannels(bytes)
  if (duration === 0 || channels === 0) throw new AppError('ERR_MEDIA_BROKEN')
  if (channels > 1) return null
  const key = newMediaKey(companyId, 'audio/ogg', null)
  await ctx.storage.save(key, Readable.from([bytes]))
  return {
    mediaType: 'audio',
    media: {
      key,
      name: 'audio.ogg',
      mime,
      size: bytes.length,
      duration: Math.max(1, Math.round(duration)),
      voice: true,
      waveform: waveform ?? flat()
    }
  }
}
