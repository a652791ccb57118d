// SQL of the tags of contacts; every statement is scoped by company.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { TagBrief } from '@guiche/shared/features/inbox/tags.ts'
import { rawOf, type Transaction } from '#database/client.ts'
import { contactTags, tags } from '#database/tables/inbox/tickets.ts'

/** By name. */
export function tagsOfContacts(
  db: Transaction,
  companyId: number,
  contactIds: number[]
): Promise<(TagBrief & { contactId: number })[]> {
  return contactIds.length === 0
    ? Promise.resolve([])
    : db
        .select({ contactId: contactTags.contactId, id: tags.id, name: tags.name, color: tags.color })
        .from(contactTags)
        .innerJoin(tags, and(eq(tags.companyId, contactTags.companyId), eq(tags.id, contactTags.tagId)))
        .where(and(eq(contactTags.companyId, companyId), inArray(contactTags.contactId, contactIds)))
        .orderBy(asc(sql`lower(${tags.name})`), asc(tags.id))
}

/** Those of these tags that are there and that the contact did not have are put on it. Returns their ids. */
export async function addContactTags(
  db: Transaction,
  companyId: number,
  contactId: number,
  tagIds: number[]
): Promise<number[]> {
  const rows = await rawOf(db)<{ tagId: number }[]>`
    insert into contact_tags (company_id, contact_id, tag_id)
    select g.company_id, ${contactId}, g.id from tags g
    where g.company_id = ${companyId} and g.id = any(${tagIds}::bigint[]) for key share
    on conflict do nothing returning tag_id`
  return rows.map((row) => row.tagId)
}

export async function removeContactTags(
  db: Transaction,
  companyId: number,
  contactId: number,
  tagIds: number[]
): Promise<void> {
  if (tagIds.length === 0) return
  await db
    .delete(contactTags)
    .where(
      and(
        eq(contactTags.companyId, companyId),
        eq(contactTags.contactId, contactId),
        inArray(contactTags.tagId, tagIds)
      )
    )
}
