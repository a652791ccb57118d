// A contact is erased: the person leaves every list.
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as people from './contact-list-items.repo.ts'
import { contactListItemDeleted } from './contact-lists.events.ts'
import { countPeople, lockList } from './contact-lists.repo.ts'
import { keyOfNumber, publishList } from './contact-lists.service.ts'

/** A step of `beforeContactDelete`. */
export async function eraseItems(
  tx: Ctx,
  companyId: number,
  _contactId: number,
  { numbers }: ErasedPerson
): Promise<void> {
  const keys = [...new Set([...numbers].map(keyOfNumber))]
  if (keys.length === 0) return
  for (const contactListId of await people.listsWithKeys(tx.db, companyId, keys)) {
    if (!(await lockList(tx.db, companyId, contactListId))) continue
    const ids = await people.deleteItemsByKeys(tx.db, companyId, contactListId, keys)
    await countPeople(tx.db, companyId, contactListId, -ids.length)
    await publishList(tx, companyId, contactListId)
    for (const id of ids) tx.bus.emit(contactListItemDeleted, { companyId, id, contactListId })
  }
}
