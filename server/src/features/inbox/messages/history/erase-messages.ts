// A contact is erased: its files, what waits for it at WhatsApp, what it wrote in groups, and the words that it alone said.
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import type { FileGroup } from '#features/inbox/erasure/erasure.service.ts'
import { deleteWordsSoon } from '#features/inbox/tickets/search/delete-words.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './erase-messages.repo.ts'
import { renewLastMessages } from '../read/last-message.ts'
import { messagesChanged } from '../read/load-messages.ts'

/** Messages of groups that are told again; older ones come with the pages of the history. */
const told = 200

/** A step of `beforeContactDelete`: the messages themselves go with the contact's row. */
export async function eraseMessages(
  tx: Ctx,
  companyId: number,
  contactId: number,
  person: ErasedPerson
): Promise<void> {
  const addresses = [...person.addresses]
  for (const file of await repo.filesOfContact(tx.db, companyId, contactId)) person.files.push(file)
  const words = await repo.takeWordsOfContact(tx.db, companyId, contactId)
  await repo.deleteTasksOfChats(tx.db, companyId, addresses)
  if (!person.isGroup) {
    const emptied = await repo.emptyInGroups(tx.db, companyId, addresses)
    const unreacted = await repo.removeReactionsInGroups(tx.db, companyId, addresses)
    for (const file of emptied.files) person.files.push(file)
    for (const word of emptied.words) words.push(word)
    await renewLastMessages(tx, companyId, emptied.ids)
    await messagesChanged(tx, companyId, [...new Set([...emptied.ids, ...unreacted])].slice(-told))
  }
  await deleteWordsSoon(tx, companyId, words)
  await tx.whatsapp.deletePeople(tx.db, companyId, addresses)
}

/** A step of `beforeTicketDelete`. */
export async function addFilesOfTicket(
  tx: Ctx,
  companyId: number,
  ticketId: number,
  files: FileGroup[]
): Promise<void> {
  for (const file of await repo.filesOfTicket(tx.db, companyId, ticketId)) files.push(file)
}
