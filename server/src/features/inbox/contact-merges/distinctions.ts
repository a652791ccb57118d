// Contacts that look like one person and are not: they are no longer offered as duplicates, until somebody takes that back.
import type { ContactDistinction, DuplicateReason } from '@guiche/shared/features/inbox/contact-merges.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { contactsDistinguished, distinctionRemoved } from './contact-merges.events.ts'
import * as repo from './distinctions.repo.ts'

/** Groups that can be taken back. */
const listed = 100

function distinctionOf({ createdAt, ...row }: repo.DistinctionRow): ContactDistinction {
  return {
    ...row,
    createdAt: new Date(createdAt).toISOString()
  }
}

export async function listDistinctions(ctx: Ctx, { companyId }: Actor) {
  return {
    records: (await repo.newestDistinctions(ctx.db, companyId, { most: listed })).map(distinctionOf)
  }
}

/** Errors: ERR_NO_CONTACT_FOUND when the contact is gone or has this in common with nobody. */
export function addDistinction(
  ctx: Ctx,
  actor: Actor,
  { reason, contactId }: { reason: DuplicateReason; contactId: number }
): Promise<ContactDistinction> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const id = await repo.insertDistinction(tx.db, { companyId, reason, userName: actor.name, createdAt: tx.now() })
    const count = await repo.addMembers(tx.db, { companyId, id, reason, contactId })
    const [row] = count > 1 ? await repo.newestDistinctions(tx.db, companyId, { most: 1, id }) : []
    if (!row) throw new AppError('ERR_NO_CONTACT_FOUND')
    tx.bus.emit(contactsDistinguished, { companyId, record: distinctionOf(row) })
    return distinctionOf(row)
  })
}

/** A contact is there again after a merge was undone, and so is what was said of it. */
export async function returnDistinctions(tx: Ctx, companyId: number, contactId: number, ids: number[]): Promise<void> {
  for (const id of await repo.nameAgain(tx.db, companyId, contactId, ids)) {
    const [row] = await repo.newestDistinctions(tx.db, companyId, { most: 1, id })
    if (row) tx.bus.emit(contactsDistinguished, { companyId, record: distinctionOf(row) })
  }
}

/** They are offered again. Errors: ERR_NOT_FOUND. */
export function removeDistinction(ctx: Ctx, { companyId }: Actor, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    if (!(await repo.deleteDistinction(tx.db, companyId, id))) throw new AppError('ERR_NOT_FOUND')
    tx.bus.emit(distinctionRemoved, { companyId, id })
  })
}
