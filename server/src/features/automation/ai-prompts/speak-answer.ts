// Has Azure speak an answer as a voice note; where that is not set up or fails, it stays a text.
import { Readable } from 'node:stream'
import type { Said } from '#features/automation/chatbot/run/say.ts'
import { newMediaKey } from '#features/inbox/messages/media/media-keys.ts'
import { voiceNoteOf } from '#features/inbox/messages/media/voice-notes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { fetchOut } from '#platform/outgoing/call-out.ts'
import { openText } from '#platform/secrets/sealed-text.ts'
import { discardFile } from '#platform/storage/small-files.ts'
import type { PromptRow } from './ai-prompts.repo.ts'

/** Milliseconds Azure may take. */
const patience = 20_000
/** Bytes of a recording. */
const most = 16 * 1024 * 1024

const escaped = (text: string): string =>
  text.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[*_~]/g, '')

/** What Azure is told to say. */
export const speechMarkup = (voice: string, text: string): string =>
  `<speak version="1.0" xml:lang="pt-BR"><voice name="${escaped(voice)}">${escaped(text)}</voice></speak>`

/** A region is a word; an endpoint of one's own is an address. */
function speechUrl(region: string): string {
  return region.includes(':')
    ? region
    : `https://${region.toLowerCase().replace(/[^a-z0-9]/g, '')}.tts.speech.microsoft.com/cognitiveservices/v1`
}

async function sound(ctx: Ctx, row: PromptRow, text: string): Promise<Buffer> {
  const { companyId, voice, voiceKey, voiceRegion } = row
  const call = fetchOut({ config: ctx.config, companyId }, { most, timeout: patience })
  const answer = await call(speechUrl(voiceRegion), {
    method: 'POST',
    headers: {
      'content-type': 'application/ssml+xml',
      'ocp-apim-subscription-key': openText(ctx, voiceKey),
      'x-microsoft-outputformat': 'ogg-48khz-16bit-mono-opus',
      'user-agent': 'Guiche'
    },
    body: speechMarkup(voice, text)
  })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** The answer as it is sent. */
export async function spoken(ctx: Ctx, row: PromptRow, text: string): Promise<Said> {
  const { companyId, voiceKey, voiceRegion } = row
  if (voiceKey === null || voiceRegion === '') return { text }
  const key = newMediaKey(companyId, 'audio/ogg', null)
  try {
    const bytes = await sound(ctx, row, text)
    await ctx.storage.save(key, Readable.from([bytes]))
    const media = { key, name: 'audio.ogg', mime: 'audio/ogg', size: bytes.length }
    const file = await voiceNoteOf(ctx, companyId, { key, media }, null)
    return file ? { text: '', file } : { text }
  } catch (error) {
    ctx.log.warn({ companyId, promptId: row.id, err: error }, 'an answer could not be spoken and is sent as text')
    return { text }
  } finally {
    await discardFile(ctx, key)
  }
}
