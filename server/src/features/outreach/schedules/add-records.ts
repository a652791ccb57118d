// A copy of what is stored of a person: what is scheduled for them is in it.
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import type { PersonRecords } from '#features/inbox/personal-data/personal-data.events.ts'
import { askedOf, recordsOf } from '#features/inbox/personal-data/records/records-of.repo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { scheduleRecords } from './person-records.repo.ts'

/** A step of `recordsOfPerson`. */
export async function addSchedules(_tx: Ctx, companyId: number, person: ErasedPerson, records: PersonRecords[]) {
  records.push(recordsOf(scheduleRecords, askedOf(companyId, person)))
}
