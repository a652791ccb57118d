// The tags of a contact: set by people, and moved with contacts that are merged.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './contact-tags.repo.ts'

export const tagIdsOf = async (tx: Ctx, companyId: number, contactId: number): Promise<number[]> =>
  (await repo.tagsOfContacts(tx.db, companyId, [contactId])).map(({ id }) => id)

/** Returns those that the contact did not have; tags that are gone by now are left out. */
export const giveTags = (tx: Ctx, companyId: number, contactId: number, tagIds: number[]): Promise<number[]> =>
  repo.addContactTags(tx.db, companyId, contactId, tagIds)

export const takeTags = (tx: Ctx, companyId: number, contactId: number, tagIds: number[]): Promise<void> =>
  repo.removeContactTags(tx.db, companyId, contactId, tagIds)

/** Sets the tags of a contact to exactly these. Errors: ERR_NO_TAG_FOUND. */
export async function setTags(tx: Ctx, companyId: number, contactId: number, wanted: { id: number }[]) {
  const tagIds = [...new Set(wanted.map(({ id }) => id))]
  const had = await tagIdsOf(tx, companyId, contactId)
  const missing = tagIds.filter((id) => !had.includes(id))
  if ((await giveTags(tx, companyId, contactId, missing)).length < missing.length)
    throw new AppError('ERR_NO_TAG_FOUND')
  const dropped = had.filter((id) => !tagIds.includes(id))
  await takeTags(tx, companyId, contactId, dropped)
}
