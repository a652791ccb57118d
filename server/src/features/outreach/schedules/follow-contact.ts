// Schedules of contacts that a person merges, and parts again.
import type { ContactMove } from '#features/inbox/contacts/contacts.events.ts'
import { noteSuccessor } from '#features/inbox/contact-merges/contact-merges.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { schedulesTouched } from './schedule-rows.ts'
import type { ScheduleRow } from './schedules.repo.ts'
import * as repo from './schedules.repo.ts'

const table = 'schedules'

/** A step of `beforeContactMerge`: what was for the one is for the other. */
export async function mergeContact(tx: Ctx, companyId: number, { from, into, moved }: ContactMove) {
  const ids = await repo.replaceRef(tx.db, companyId, 'contactId', { from, into })
  moved[table] = ids
  await schedulesTouched(tx, companyId, ids)
}

/** A step of `beforeContactsJoin`. */
export const followContact = (tx: Ctx, companyId: number, from: number, into: number): Promise<void> =>
  mergeContact(tx, companyId, { from, into, moved: {} })

/** A step of `afterMergeUndone`. */
export async function returnSchedules(tx: Ctx, companyId: number, { from, into, moved }: ContactMove) {
  const ids = await repo.returnToContact(tx.db, companyId, { ids: moved[table] ?? [], from, into })
  await schedulesTouched(tx, companyId, ids)
}

/** The next one of a series returns to whom the one before would. */
export const followSeries = (tx: Ctx, { companyId, id }: ScheduleRow, nextId: number): Promise<void> =>
  noteSuccessor(tx, companyId, table, { id, nextId })
