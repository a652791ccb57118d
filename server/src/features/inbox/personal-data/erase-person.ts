// A person is erased on purpose: what will go is counted before, the name typed and the login proven.
import { isNameTyped } from '@guiche/shared/features/inbox/personal-data.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { deleteContact } from '#features/inbox/contacts/identity/erase-contact.ts'
import type { Actor, Caller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import * as repo from './personal-data.repo.ts'
import { countRecords, recordsOfContact } from './read-records.ts'

async function nameOf(ctx: Ctx, companyId: number, contactId: number): Promise<string> {
  const name = await inTransaction(ctx, (tx) => repo.nameOfContact(tx.db, companyId, contactId))
  if (name === null) throw new AppError('ERR_NO_CONTACT_FOUND')
  return name
}

/** How many records of each kind, and files, go with the person. Errors: ERR_NO_CONTACT_FOUND. */
export async function previewErasure(ctx: Ctx, { companyId }: Actor, contactId: number) {
  const name = await nameOf(ctx, companyId, contactId)
  const { counts, files } = await countRecords(ctx, (await recordsOfContact(ctx, companyId, contactId)) ?? [])
  return { name, counts: files > 0 ? { ...counts, files } : counts }
}

/** Erases the person. Errors: ERR_VALIDATION for another name, ERR_NO_CONTACT_FOUND, those of `confirm` and `deleteContact`. */
export async function erasePerson(
  ctx: Ctx,
  { actor, confirm }: Caller,
  contactId: number,
  confirmation: string
): Promise<void> {
  await confirm()
  const name = await nameOf(ctx, actor.companyId, contactId)
  if (!isNameTyped(confirmation, name)) {
    throw new AppError('ERR_VALIDATION', { fields: { confirmation: 'ERR_VALIDATION' } })
  }
  await deleteContact(ctx, actor, contactId)
}
