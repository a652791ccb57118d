// Who a contact is: every id, number, address and name under which something may be stored of the person.
import { spellingsOf } from '@guiche/shared/kernel/phone.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { whoIsErased, type ErasedPerson } from '../contacts.events.ts'
import type { ContactRow } from '../contacts.repo.ts'
import * as repo from '../contacts.repo.ts'
import { phoneAddress } from '../contacts.service.ts'

/** Adds numbers and addresses, each in every spelling. */
function addTraces(person: ErasedPerson, numbers: (string | null)[], addresses: (string | null)[]): void {
  const phones = addresses.flatMap((address) => /^(\d+)@s\.whatsapp\.net$/.exec(address ?? '')?.[1] ?? [])
  for (const digits of [...numbers.filter((one) => one !== null), ...phones].flatMap(spellingsOf)) {
    person.numbers.add(digits)
    if (!person.isGroup) person.addresses.add(phoneAddress(digits))
  }
  for (const address of addresses) if (address !== null) person.addresses.add(address)
}

/** Whoever the contact stands for, with everything by which copies of them are found. */
export async function personOf(tx: Ctx, row: ContactRow): Promise<ErasedPerson> {
  const person: ErasedPerson = {
    isGroup: row.isGroup,
    contactIds: new Set([row.id]),
    names: new Set([row.name]),
    numbers: new Set(),
    addresses: new Set(),
    files: row.picture === null ? [] : [[row.picture]]
  }
  addTraces(person, [row.number], [row.waAddress, ...(await repo.addressesOf(tx.db, row.companyId, row.id))])
  await whoIsErased.run(tx, row.companyId, person)
  addTraces(person, [...person.numbers], [...person.addresses])
  return person
}

/** The same by the contact's id; null where there is none. */
export function findPerson(ctx: Ctx, companyId: number, contactId: number): Promise<ErasedPerson | null> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await repo.contactsByIds(tx.db, companyId, [contactId])
    return row ? personOf(tx, row) : null
  })
}
