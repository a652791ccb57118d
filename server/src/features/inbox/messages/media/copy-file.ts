// Stored files for messages of programs: what a message says of one, and copies that outlive what they were made from.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { StoredMedia } from '../messages.repo.ts'
import { mediaFacts } from './media-facts.ts'
import { newMediaKey } from './media-keys.ts'
import { uploadedImageFacts } from './thumbnails.ts'
import { kindOf } from './upload-types.ts'

/** A file as a message carries it. */
export interface MessageFile {
  mediaType: Message['mediaType']
  media: StoredMedia
}

interface NamedFile {
  key: string
  name: string
  mime: string
}

/** A stored file as a message carries it. `size` in bytes. */
export async function describeFile(
  ctx: Ctx,
  companyId: number,
  file: NamedFile & { size: number }
): Promise<MessageFile> {
  const mediaType = kindOf(file.mime)
  if (mediaType === 'application') return { mediaType, media: { ...file } }
  if (mediaType !== 'image') {
    return { mediaType, media: { ...file, ...(await mediaFacts(ctx, companyId, file)) } }
  }
  const facts = await uploadedImageFacts(ctx, companyId, file.key)
  // A picture that cannot be read would arrive broken: it goes as a file.
  return facts ? { mediaType, media: { ...file, ...facts } } : { mediaType: 'application', media: { ...file } }
}

/** Copies a stored file into those of messages. Errors: ERR_NOT_FOUND when there is no such file. */
export async function copyFile(ctx: Ctx, companyId: number, { key, name, mime }: NamedFile): Promise<MessageFile> {
  const own = newMediaKey(companyId, mime, name)
  const { size } = await ctx.storage.save(own, await ctx.storage.open(key))
  return describeFile(ctx, companyId, { key: own, name, mime, size })
}
