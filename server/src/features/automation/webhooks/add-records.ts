// A copy of what is stored of a person: what other programs were told of them, or are to be told, is in it.
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import { tracePatterns } from '#features/inbox/contacts/identity/traces.ts'
import type { PersonRecords } from '#features/inbox/personal-data/personal-data.events.ts'
import { askedOf, recordsOf } from '#features/inbox/personal-data/records/records-of.repo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { deliveryRecords } from './person-records.repo.ts'

/** A step of `recordsOfPerson`. */
export async function addDeliveries(_tx: Ctx, companyId: number, person: ErasedPerson, records: PersonRecords[]) {
  records.push(recordsOf(deliveryRecords(tracePatterns(person)), askedOf(companyId, person)))
}
