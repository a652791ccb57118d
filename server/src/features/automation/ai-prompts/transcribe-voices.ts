// Writes down recordings of customers, where the model's server can; elsewhere they stay what they are.
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { arrivedFile, type Arrived } from '#features/inbox/messages/receive/read-arrivals.ts'
import type { Ctx } from '#platform/ctx.ts'

export type Transcribe = (file: File) => Promise<string>

/** Milliseconds a recording may take to be fetched, and how often that is looked at. */
const patience = 15_000
const pause = 500

/** The recording's bytes; null when it does not come. */
async function fetched(ctx: Ctx, companyId: number, id: string): Promise<File | null> {
  for (let waited = 0; waited <= patience; waited += pause) {
    const file = await arrivedFile(ctx, companyId, id)
    if (file === 'gone') return null
    if (file)
      return new File([Uint8Array.from(await buffer(await ctx.storage.open(file.key)))], 'audio.ogg', {
        type: file.mime
      })
    await wait(pause)
  }
  return null
}

/** By id of the message: what was understood. */
export async function transcribeVoices(
  ctx: Ctx,
  companyId: number,
  messages: readonly Arrived[],
  transcribe: Transcribe
): Promise<Map<string, string>> {
  const heard = new Map<string, string>()
  for (const { id, mediaType } of messages) {
    if (mediaType !== 'audio') continue
    try {
      const file = await fetched(ctx, companyId, id)
      const text = file && (await transcribe(file))
      if (text) heard.set(id, text)
    } catch (error) {
      // Many compatible servers write nothing down; the model is told that there was a recording.
      ctx.log.info({ companyId, err: error }, 'a recording could not be written down')
    }
  }
  return heard
}
