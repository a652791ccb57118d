// Turns contact rows into what travels on the wire.
import type { Contact, ContactBrief } from '@guiche/shared/features/inbox/contacts.ts'
import type { TagBrief } from '@guiche/shared/features/inbox/tags.ts'
import type { Ctx } from '#platform/ctx.ts'
import { mediaUrl } from '#platform/storage/media-link.ts'
import type { ContactRow, ExtraInfoRow } from '../contacts.repo.ts'

/** Signed address of a profile picture, or empty text. */
const pictureUrl = (ctx: Ctx, key: string | null): string =>
  key === null ? '' : mediaUrl(ctx, key, { name: 'picture.jpg', mime: 'image/jpeg' })

export function contactBriefOf(
  ctx: Ctx,
  row: Pick<ContactRow, 'id' | 'name' | 'number' | 'email' | 'picture' | 'isGroup'>
): ContactBrief {
  return {
    id: row.id,
    name: row.name,
    number: row.number ?? '',
    email: row.email,
    profilePicUrl: pictureUrl(ctx, row.picture),
    isGroup: row.isGroup
  }
}

export function contactOf(ctx: Ctx, row: ContactRow, extraInfo: ExtraInfoRow[], tags: TagBrief[]): Contact {
  return {
    ...contactBriefOf(ctx, row),
    extraInfo: extraInfo.map(({ id, name, value }) => ({ id, name, value })),
    tags: tags.map(({ id, name, color }) => ({ id, name, color })),
    companyId: row.companyId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString()
  }
}
