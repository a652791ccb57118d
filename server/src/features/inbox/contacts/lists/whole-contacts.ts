// Contacts with everything that is known of them: extra fields and tags.
import type { Contact } from '@guiche/shared/features/inbox/contacts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { contactOf } from './contact-rows.ts'
import { tagsOfContacts } from './contact-tags.repo.ts'
import * as repo from '../contacts.repo.ts'

/** In the order of `rows`. */
export async function wholeContacts(ctx: Ctx, companyId: number, rows: repo.ContactRow[]): Promise<Contact[]> {
  const ids = rows.map(({ id }) => id)
  const [extra, tags] = [
    Map.groupBy(await repo.extraInfoOf(ctx.db, companyId, ids), ({ contactId }) => contactId),
    Map.groupBy(await tagsOfContacts(ctx.db, companyId, ids), ({ contactId }) => contactId)
  ]
  return rows.map((row) => contactOf(ctx, row, extra.get(row.id) ?? [], tags.get(row.id) ?? []))
}
