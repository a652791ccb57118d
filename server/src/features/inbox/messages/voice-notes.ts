// Makes a recording a voice note that every phone plays: Opus in Ogg, one channel, with its length and waveform.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ALL_FORMATS, BufferSource, BufferTarget, Conversion, Input, OggOutputFormat, Output } from 'mediabunny'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { StoredMedia } from '#database/tables/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { newMediaKey } from './media-keys.ts'

const mime = 'audio/ogg; codecs=opus'
/** Bytes of a recording that is taken into memory. */
const largest = 64 * 1024 * 1024

interface Remuxed {
  bytes: Buffer
  /** Seconds. */
  duration: number
}

/** Puts the Opus sound of a recording into an Ogg container, without a new encoding. */
const remux = async (source: Buffer): Promise<Remuxed> => {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(source) })
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const conversion = await Conversion.init({ input, output, video: { discard: true } })
  if (!conversion.isValid) throw new AppError('ERR_MEDIA_BROKEN')
  await conversion.execute()
  if (!target.buffer) throw new AppError('ERR_MEDIA_BROKEN')
  return { bytes: Buffer.from(target.buffer), duration: await input.computeDuration() }
}

/** A flat line for recordings whose levels nobody measured. */
const flat = (): number[] => Array.from({ length: 64 }, () => 30)

/**
 * The recording as a voice note. One that is not Opus goes out as the audio file it is, so that nothing is lost.
 * `measured` in seconds and `waveform` (64 levels, 0 to 100) come from the recorder.
 */
export const voiceNoteOf = async (
  ctx: Ctx,
  companyId: number,
  file: { key: string; mediaType: Message['mediaType']; media: StoredMedia },
  measured: number | null,
  waveform: number[] | null
): Promise<{ mediaType: Message['mediaType']; media: StoredMedia }> => {
  const size = file.media.size ?? 0
  if (size > largest) return file
  try {
    const { bytes, duration } = await remux(await buffer(await ctx.storage.open(file.key)))
    const key = newMediaKey(companyId, 'audio/ogg', null)
    await ctx.storage.save(key, Readable.from([bytes]))
    await ctx.storage.remove(file.key)
    return {
      mediaType: 'audio',
      media: {
        key,
        name: 'audio.ogg',
        mime,
        size: bytes.length,
        duration: Math.max(1, Math.round(duration || measured || 0)),
        voice: true,
        waveform: waveform ?? flat()
      }
    }
  } catch (error) {
    ctx.log.warn({ err: error, mime: file.media.mime }, 'a recording could not become a voice note')
    return file
  }
}
