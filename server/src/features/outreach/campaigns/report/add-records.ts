// A copy of what is stored of a person: the campaigns that wrote to them, and that they want none, are in it.
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import type { PersonRecords } from '#features/inbox/personal-data/personal-data.events.ts'
import { askedOf, recordsOf } from '#features/inbox/personal-data/records/records-of.repo.ts'
import { keyOfNumber } from '#features/outreach/contact-lists/contact-lists.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { optOutRecords, recipientRecords } from './person-records.repo.ts'

/** A step of `recordsOfPerson`. */
export async function addCampaigns(_tx: Ctx, companyId: number, person: ErasedPerson, records: PersonRecords[]) {
  const asked = askedOf(companyId, person)
  const byKey = { ...asked, numbers: [...new Set(asked.numbers.map(keyOfNumber))] }
  records.push(recordsOf(recipientRecords, byKey), recordsOf(optOutRecords, byKey))
}
