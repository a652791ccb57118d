// A contact is erased: those that were merged into it go with it, and no merge brings any of them back.
import type { FileQuestion } from '#features/inbox/erasure/erasure.events.ts'
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import { tracePatterns } from '#features/inbox/contacts/identity/traces.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './contact-merges.repo.ts'

const snapshotOf = ({ snapshot }: repo.MergeRow): repo.MergeSnapshot =>
  typeof snapshot === 'string' ? (JSON.parse(snapshot) as repo.MergeSnapshot) : snapshot

/** A step of `whoIsErased`: contacts that became this one, however many merges ago. */
export async function addMergedContacts(tx: Ctx, companyId: number, person: ErasedPerson): Promise<void> {
  for (let known = 0; known < person.contactIds.size;) {
    known = person.contactIds.size
    const rows = await repo.mergesOfContacts(tx.db, companyId, [...person.contactIds])
    for (const row of rows) {
      // One that was undone is of two contacts, of whom the other one is still there.
      if (row.undoneAt !== null || !person.contactIds.has(row.keptId)) continue
      const { gone, addresses } = snapshotOf(row)
      person.contactIds.add(row.goneId)
      person.names.add(gone.name)
      if (gone.number !== null) person.numbers.add(gone.number)
      for (const address of addresses) person.addresses.add(address)
    }
  }
}

/** A step of `beforeContactDelete`. */
export async function eraseMerges(tx: Ctx, companyId: number, _contactId: number, person: ErasedPerson): Promise<void> {
  const own = await repo.mergesOfContacts(tx.db, companyId, [...person.contactIds])
  // Two others may have been joined, and parted again, while this one was part of one of them.
  const rows = [...own, ...(await repo.undoneMergesLike(tx.db, companyId, tracePatterns(person)))]
  const pictures = rows.flatMap((row) => {
    const { gone, keptBefore } = snapshotOf(row)
    return [gone.picture, keptBefore.picture].filter((key) => key !== null)
  })
  for (const key of pictures) person.files.push([key])
  await repo.deleteMerges(
    tx.db,
    companyId,
    rows.map(({ id }) => id)
  )
}

/** A step of `beforeContactsJoin`. */
export const followJoined = (tx: Ctx, companyId: number, from: number, into: number): Promise<void> =>
  repo.moveMerges(tx.db, companyId, from, into)

/** A step of `filesInUse`. */
export async function markUsedMergedAvatars(tx: Ctx, companyId: number, { keys, used }: FileQuestion): Promise<void> {
  for (const key of await repo.avatarsAmong(tx.db, companyId, keys)) used.add(key)
}
