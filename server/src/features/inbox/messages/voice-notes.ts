// Makes a recording a voice note that every phone plays: Opus in Ogg, one channel, with its length and waveform.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { StoredMedia } from './messages.repo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { newMediaKey } from './media-keys.ts'
import { asMono, opusDuration } from './ogg-opus.ts'

const mime = 'audio/ogg; codecs=opus'
/** Bytes of a recording that is taken into memory. */
const largest = 64 * 1024 * 1024

/** The Opus sound of a recording in an Ogg container, without a new encoding; null when its sound is not Opus. */
const remux = async (source: Buffer): Promise<Buffer | null> => {
  // Large, and not needed before the first recording: it is loaded then.
  const { ALL_FORMATS, BufferSource, BufferTarget, Conversion, Input, OggOutputFormat, Output } =
    await import('mediabunny')
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(source) })
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new Error('there is no sound in it')
  if ((await track.getCodec()) !== 'opus') return null
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const conversion = await Conversion.init({ input, output, video: { discard: true }, showWarnings: false })
  await conversion.execute()
  return asMono(Buffer.from(target.buffer ?? new ArrayBuffer(0)))
}

/** A flat line for recordings whose levels nobody measured. */
const flat = (): number[] => Array.from({ length: 64 }, () => 30)

/**
 * The recording as a voice note; null for one that is not Opus, which goes out as the audio file it is.
 * `waveform` (64 levels, 0 to 100) comes from the recorder. Errors: ERR_MEDIA_BROKEN when there is no sound in it.
 */
export const voiceNoteOf = async (
  ctx: Ctx,
  companyId: number,
  file: { key: string; media: StoredMedia },
  waveform: number[] | null
): Promise<{ mediaType: Message['mediaType']; media: StoredMedia } | null> => {
  if ((file.media.size ?? 0) > largest) return null
  const source = await buffer(await ctx.storage.open(file.key))
  const bytes = await remux(source).catch((cause: unknown) => {
    throw new AppError('ERR_MEDIA_BROKEN', { cause })
  })
  if (!bytes) return null
  const duration = opusDuration(bytes)
  if (duration === 0) throw new AppError('ERR_MEDIA_BROKEN')
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
