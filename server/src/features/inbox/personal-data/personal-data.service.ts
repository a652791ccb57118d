// Copies of personal data: who asks for one, who fetches it, and when it goes.
import type { PersonExport, PersonExportShown } from '@guiche/shared/features/inbox/personal-data.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { ContactMove, ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import { removeUnusedFiles } from '#features/inbox/erasure/erasure.service.ts'
import type { Actor, Caller } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { withheldUrl } from '#platform/storage/media-link.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import { personExportGone, personExportMoved } from './personal-data.events.ts'
import { exportPersonJob } from './personal-data.jobs.ts'
import * as repo from './personal-data.repo.ts'

/** Copies that are listed. */
const listed = 50

export function exportOf({ companyId: _company, fileKey: _key, ...row }: repo.ExportRow): PersonExport {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null
  }
}

const subjectOf = ({ contactId }: Pick<repo.ExportRow, 'contactId'>) => ({ type: 'contact', id: contactId })

/** Of one contact, or of all of the company. */
export async function listPersonExports(ctx: Ctx, { companyId }: Actor, contactId: number | undefined) {
  const rows = await repo.newestExports(ctx.db, companyId, contactId, listed)
  return { records: rows.map(({ contactName, ...row }) => ({ ...exportOf(row), contactName })) }
}

/**
 * Has a copy made; answers with the one that is under way, if any. Errors: ERR_NO_CONTACT_FOUND, those of `confirm`.
 */
export async function startPersonExport(
  ctx: Ctx,
  { actor, confirm }: Caller,
  contactId: number
): Promise<PersonExportShown> {
  await confirm()
  const { companyId, id: userId, name: userName } = actor
  return inTransaction(ctx, async (tx) => {
    const contactName = await repo.nameOfContact(tx.db, companyId, contactId)
    if (contactName === null) throw new AppError('ERR_NO_CONTACT_FOUND')
    const running = await repo.unfinishedExport(tx.db, companyId, contactId)
    if (running) return { ...exportOf(running), contactName }
    const fileKey = `c${companyId}/person-exports/${uuidv7()}.zip`
    const row = await repo.insertExport(tx.db, { companyId, contactId, userId, userName, fileKey })
    await tx.jobs.add(tx, exportPersonJob, { companyId, exportId: row.id, key: fileKey })
    recordAudit(tx, { companyId, action: 'contact.data-exported', subject: subjectOf(row) })
    tx.bus.emit(personExportMoved, { companyId, export: exportOf(row) })
    return { ...exportOf(row), contactName }
  })
}

/** The link to a finished copy, good for ten minutes. Errors: ERR_NOT_FOUND, those of `confirm`. */
export async function openPersonExport(ctx: Ctx, { actor, confirm }: Caller, id: number) {
  await confirm()
  const { companyId } = actor
  return inTransaction(ctx, async (tx) => {
    const row = await repo.findExport(tx.db, companyId, id)
    const isThere = row?.status === 'done' && row.expiresAt !== null && row.expiresAt > tx.now()
    if (!row || !isThere) throw new AppError('ERR_NOT_FOUND')
    recordAudit(tx, { companyId, action: 'contact.data-fetched', subject: subjectOf(row) })
    // The name says no person: it stands in histories and logs of whoever fetches it.
    const name = `guiche-${row.contactId}-${row.createdAt.toISOString().slice(0, 10)}.zip`
    return { url: withheldUrl(tx, row.fileKey, { name, mime: 'application/zip' }), name }
  })
}

/** Takes a copy away before its time. Errors: ERR_NOT_FOUND. */
export async function deletePersonExport(ctx: Ctx, companyId: number, id: number): Promise<void> {
  const isGone = await inTransaction(ctx, async (tx) => {
    const row = await repo.deleteExport(tx.db, companyId, id)
    if (row) await drop(tx, companyId, [row])
    return row !== null
  })
  if (!isGone) throw new AppError('ERR_NOT_FOUND')
}

/** Rows that are gone take their files along. */
async function drop(tx: Ctx, companyId: number, rows: repo.ExportRow[]): Promise<void> {
  await removeUnusedFiles(
    tx,
    companyId,
    rows.map(({ fileKey }) => [fileKey] as const)
  )
  for (const { id } of rows) tx.bus.emit(personExportGone, { companyId, id })
}

/** A step of `beforeContactDelete`, to be run while it can be seen who was merged with whom. */
export async function dropExportsOfPerson(
  tx: Ctx,
  companyId: number,
  _contactId: number,
  { contactIds }: ErasedPerson
): Promise<void> {
  await drop(tx, companyId, await repo.deleteExportsOf(tx.db, companyId, [...contactIds]))
}

/** A step of `beforeContactsJoin`: half of a person is no copy of what is stored of them. */
export async function dropExportsOfJoined(tx: Ctx, companyId: number, from: number, into: number): Promise<void> {
  await drop(tx, companyId, await repo.deleteExportsOf(tx.db, companyId, [from, into]))
}

/** A step of `beforeContactMerge`, and of `afterMergeUndone`: then it would be of two people. */
export const dropExportsOfMerged = (tx: Ctx, companyId: number, { from, into }: ContactMove): Promise<void> =>
  dropExportsOfJoined(tx, companyId, from, into)
