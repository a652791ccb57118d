// A copy of what is stored of a person: the lists that they stand in are in it.
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import type { PersonRecords } from '#features/inbox/personal-data/personal-data.events.ts'
import { askedOf, recordsOf } from '#features/inbox/personal-data/records/records-of.repo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { keyOfNumber } from './contact-lists.service.ts'
import { listItemRecords } from './person-records.repo.ts'

/** A step of `recordsOfPerson`. */
export async function addListItems(_tx: Ctx, companyId: number, person: ErasedPerson, records: PersonRecords[]) {
  const asked = askedOf(companyId, person)
  records.push(recordsOf(listItemRecords, { ...asked, numbers: [...new Set(asked.numbers.map(keyOfNumber))] }))
}
