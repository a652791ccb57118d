// Deletes a contact with every copy of the person: what belongs to it at once, files soon after the commit.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { rememberErased, removeFolder, removeUnusedFiles } from '#features/inbox/erasure/erasure.service.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { clearBadRows } from '../sheets/contact-imports.repo.ts'
import { homeOf } from '../sheets/rows-of-person.repo.ts'
import { beforeContactDelete, contactRemoved } from '../contacts.events.ts'
import { mayDeleteContact } from '../contacts.policy.ts'
import * as repo from '../contacts.repo.ts'
import { personOf } from './find-person.ts'

/**
 * Nothing that tells who it was stays: tickets, messages and notes go with the contact, every feature removes or empties its
 * own copies. When this resolves, links to files answer 410; a job removes the files themselves, however many there are.
 * Errors: ERR_NO_CONTACT_FOUND, ERR_NO_PERMISSION.
 */
export async function deleteContact(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  if (!mayDeleteContact(actor)) throw new AppError('ERR_NO_PERMISSION')
  const { companyId } = actor
  await inTransaction(ctx, async (tx) => {
    const [held] = await repo.lockContacts(tx.db, companyId, [id])
    if (!held) throw new AppError('ERR_NO_CONTACT_FOUND')
    const person = await personOf(tx, held)
    await beforeContactDelete.run(tx, companyId, id, person)
    const home = await homeOf(tx.db, companyId)
    await clearBadRows(tx.db, companyId, { numbers: [...person.numbers], names: [...person.names], home })
    await repo.deleteContactRow(tx.db, companyId, id)
    await removeUnusedFiles(tx, companyId, person.files)
    // Sheets that were exported within the last hour: whoever needs one makes another.
    await removeFolder(tx, companyId, `c${companyId}/exports`)
    await rememberErased(tx, companyId, [...person.addresses, ...person.numbers])
    recordAudit(tx, { companyId, action: 'contact.deleted', subject: { type: 'contact', id } })
    tx.bus.emit(contactRemoved, { companyId, contactId: id })
  })
}
