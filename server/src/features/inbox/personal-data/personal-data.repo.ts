// SQL of copies of personal data; scoped by company, but for the clock.
import { and, desc, eq, inArray, lt, or } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { contacts } from '#database/tables/inbox/contacts.ts'
import { personExports } from '#database/tables/inbox/person-exports.ts'

export type ExportRow = typeof personExports.$inferSelect
export type ExportChange = Partial<typeof personExports.$inferInsert>

const oneOf = (companyId: number, id: number) => and(eq(personExports.companyId, companyId), eq(personExports.id, id))

/** Null where there is no such contact; it stays until the end of the transaction. */
export async function nameOfContact(db: Transaction, companyId: number, contactId: number): Promise<string | null> {
  const [row] = await db
    .select({ name: contacts.name })
    .from(contacts)
    .where(and(eq(contacts.companyId, companyId), eq(contacts.id, contactId)))
    .for('share')
  return row?.name ?? null
}

export async function insertExport(db: Transaction, row: typeof personExports.$inferInsert): Promise<ExportRow> {
  const [inserted] = await db.insert(personExports).values(row).returning()
  if (!inserted) throw new Error('a copy of personal data was not inserted')
  return inserted
}

export async function unfinishedExport(
  db: Transaction,
  companyId: number,
  contactId: number
): Promise<ExportRow | null> {
  const [row] = await db
    .select()
    .from(personExports)
    .where(
      and(
        eq(personExports.companyId, companyId),
        eq(personExports.contactId, contactId),
        inArray(personExports.status, ['waiting', 'running'])
      )
    )
    .limit(1)
  return row ?? null
}

export async function findExport(db: Transaction, companyId: number, id: number): Promise<ExportRow | null> {
  const [row] = await db.select().from(personExports).where(oneOf(companyId, id))
  return row ?? null
}

/** Of one contact, or of all. */
export async function newestExports(
  db: Transaction,
  companyId: number,
  contactId: number | undefined,
  most: number
): Promise<(ExportRow & { contactName: string })[]> {
  const rows = await db
    .select({ row: personExports, contactName: contacts.name })
    .from(personExports)
    .innerJoin(contacts, and(eq(contacts.companyId, personExports.companyId), eq(contacts.id, personExports.contactId)))
    .where(
      and(
        eq(personExports.companyId, companyId),
        contactId === undefined ? undefined : eq(personExports.contactId, contactId)
      )
    )
    .orderBy(desc(personExports.createdAt), desc(personExports.id))
    .limit(most)
  return rows.map(({ row, contactName }) => ({ ...row, contactName }))
}

/** Null when it is gone. */
export async function updateExport(
  db: Transaction,
  companyId: number,
  id: number,
  change: ExportChange
): Promise<ExportRow | null> {
  const [row] = await db.update(personExports).set(change).where(oneOf(companyId, id)).returning()
  return row ?? null
}

export async function deleteExport(db: Transaction, companyId: number, id: number): Promise<ExportRow | null> {
  const [row] = await db.delete(personExports).where(oneOf(companyId, id)).returning()
  return row ?? null
}

/** Those of the contacts, and of whoever was one with them for a while: such a copy is of both. */
export async function deleteExportsOf(db: Transaction, companyId: number, contactIds: number[]): Promise<ExportRow[]> {
  const rows = await rawOf(db)<{ id: number }[]>`
    select id from person_exports where company_id = ${companyId} and (contact_id = any(${contactIds}::bigint[])
      or contact_id in (
        select unnest(array[kept_id, gone_id]) from contact_merges where company_id = ${companyId}
          and (kept_id = any(${contactIds}::bigint[]) or gone_id = any(${contactIds}::bigint[]))))`
  const ids = rows.map(({ id }) => id)
  return ids.length === 0
    ? []
    : db
        .delete(personExports)
        .where(and(eq(personExports.companyId, companyId), inArray(personExports.id, ids)))
        .returning()
}

/** Of all companies: those whose time is over, and those that nobody has worked on since `before`. */
export function expiredExports(
  db: Transaction,
  now: Date,
  before: Date
): Promise<Pick<ExportRow, 'companyId' | 'id' | 'status'>[]> {
  const { companyId, id, status } = personExports
  return db
    .select({ companyId, id, status })
    .from(personExports)
    .where(
      or(
        lt(personExports.expiresAt, now),
        and(inArray(personExports.status, ['waiting', 'running']), lt(personExports.createdAt, before))
      )
    )
    .limit(500)
}
