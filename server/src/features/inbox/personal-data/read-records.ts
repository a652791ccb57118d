// Reads what is stored of a person record by record, however much it is, with the files that belong to each.
import type { PersonKind } from '@guiche/shared/features/inbox/personal-data.ts'
import { findPerson } from '#features/inbox/contacts/identity/find-person.ts'
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import { homeOf } from '#features/inbox/contacts/sheets/rows-of-person.repo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { cleanFileName } from '#platform/text/file-name.ts'
import { recordsOfPerson, type PersonRecords, type RecordFile, type RecordRow } from './personal-data.events.ts'
import { recordsOfInbox } from './person-records.repo.ts'
import { askedOf } from './records/records-of.repo.ts'

const pageSize = 500

export type Fields = Record<string, unknown>

/** A file with its name in the archive. */
export interface ArchivedFile extends RecordFile {
  path: string
}

export interface PersonRecord {
  fields: Fields
  files: ArchivedFile[]
}

/** A step of `recordsOfPerson`. */
export async function addRecordsOfInbox(
  tx: Ctx,
  companyId: number,
  person: ErasedPerson,
  records: PersonRecords[]
): Promise<void> {
  records.push(...recordsOfInbox(askedOf(companyId, person), await homeOf(tx.db, companyId)))
}

/** Everything that is stored of whoever the contact stands for; null where there is no such contact. */
export async function recordsOfContact(
  ctx: Ctx,
  companyId: number,
  contactId: number
): Promise<PersonRecords[] | null> {
  const person = await findPerson(ctx, companyId, contactId)
  if (!person) return null
  const records: PersonRecords[] = []
  await inTransaction(ctx, (tx) => recordsOfPerson.run(tx, companyId, person, records))
  return records
}

/** Endings that a browser or a desk would run: what strangers sent is to be read as text where it is opened by a click. */
const active = /\.(?:x?html?|s?html|mht(?:ml)?|svgz?|xml|xslt?|js|mjs|hta|swf)$/i

/** `media/<id>-<name>`, without signs that a file system refuses. */
function pathOf({ id, name, mime }: Pick<RecordFile, 'id' | 'name' | 'mime'>): string {
  const clean = cleanFileName(name)
    .replaceAll(/[<>:"|?*\\/]/g, '_')
    .replace(/[. ]+$/, '')
  const isActive = active.test(clean) || /html|svg|xml|script/i.test(mime)
  return `media/${id}-${clean === '' ? 'file' : clean}${isActive ? '.txt' : ''}`
}

function recordOf({ record, files }: RecordRow): PersonRecord {
  const named = files ? (JSON.parse(files) as (Omit<RecordFile, 'key'> & { key: string | null })[]) : []
  return {
    fields: JSON.parse(record) as Fields,
    files: named.flatMap(({ key, ...file }) => (key === null ? [] : [{ ...file, key, path: pathOf(file) }]))
  }
}

/** The records of one kind, one page in memory at a time. */
export async function* readRecords(ctx: Ctx, { read }: PersonRecords): AsyncGenerator<PersonRecord> {
  for (let after: string | null = null; ;) {
    const page: RecordRow[] = await read(ctx.db, after, pageSize)
    for (const row of page) yield recordOf(row)
    after = page.at(-1)?.cursor ?? null
    if (page.length < pageSize) return
  }
}

/** How many records of each kind there are, kinds without any left out, and how many files. */
export async function countRecords(ctx: Ctx, records: PersonRecords[]) {
  const counts: Partial<Record<PersonKind, number>> = {}
  let files = 0
  for (const { kind, count, countFiles } of records) {
    const found = await count(ctx.db)
    if (found > 0) counts[kind] = (counts[kind] ?? 0) + found
    files += (await countFiles?.(ctx.db)) ?? 0
  }
  return { counts, files }
}
