// Copies a stored picture for a message of its own, which outlives the one it was copied from.
import type { Ctx } from '#platform/ctx.ts'
import { newMediaKey } from './media-keys.ts'
import type { OutgoingDraft } from './send-message.ts'
import { storedPictureFacts } from './thumbnails.ts'

/** Errors: ERR_NOT_FOUND when there is no such file. */
export const copyPicture = async (
  ctx: Ctx,
  companyId: number,
  { key, name, mime }: { key: string; name: string; mime: string }
): Promise<NonNullable<OutgoingDraft['file']>> => {
  const own = newMediaKey(companyId, mime, null)
  const { size } = await ctx.storage.save(own, await ctx.storage.open(key))
  const facts = await storedPictureFacts(ctx, companyId, own)
  const media = { key: own, name, mime, size }
  // A picture that cannot be read would arrive broken: it goes as a file.
  return facts ? { mediaType: 'image', media: { ...media, ...facts } } : { mediaType: 'application', media }
}
