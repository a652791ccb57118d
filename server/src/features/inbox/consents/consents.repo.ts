// SQL of consents; every statement is scoped by company.
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { contactConsents } from '#database/tables/inbox/consents.ts'
import { contactAddresses } from '#database/tables/inbox/contacts.ts'
import type { RecordsQuery } from '#features/inbox/personal-data/records/records-of.repo.ts'

export type ConsentRow = typeof contactConsents.$inferSelect
export type NewConsent = Omit<typeof contactConsents.$inferInsert, 'id'>

/** Newest first. */
export function consentsOf(
  db: Transaction,
  companyId: number,
  contactId: number,
  limit: number
): Promise<ConsentRow[]> {
  return db
    .select()
    .from(contactConsents)
    .where(and(eq(contactConsents.companyId, companyId), eq(contactConsents.contactId, contactId)))
    .orderBy(desc(contactConsents.id))
    .limit(limit)
}

export async function insertConsent(db: Transaction, row: NewConsent): Promise<ConsentRow> {
  const [inserted] = await db.insert(contactConsents).values(row).returning()
  if (!inserted) throw new Error('a consent was inserted without a row')
  return inserted
}

/** From one contact to another, all or these. Returns those that moved. */
export async function moveConsents(
  db: Transaction,
  companyId: number,
  { from, into, ids }: { from: number; into: number; ids?: number[] }
): Promise<number[]> {
  const { id, contactId } = contactConsents
  const isFrom = and(eq(contactConsents.companyId, companyId), eq(contactId, from), ids && inArray(id, ids))
  const rows = await db.update(contactConsents).set({ contactId: into }).where(isFrom).returning({ id })
  return rows.map((row) => row.id)
}

/** The contact with one of these addresses. */
export async function contactAt(db: Transaction, companyId: number, address: string): Promise<number | null> {
  const [row] = await db
    .select({ contactId: contactAddresses.contactId })
    .from(contactAddresses)
    .where(and(eq(contactAddresses.companyId, companyId), eq(contactAddresses.address, address)))
  return row?.contactId ?? null
}

/** For the copy of what is stored of a person. */
export const consentRecords: RecordsQuery = {
  kind: 'consents',
  from: (raw, { companyId, ids }) => raw`from contact_consents x
    where x.company_id = ${companyId} and x.contact_id = any(${ids}::bigint[])`,
  record: (raw) => raw`json_build_object('id', x.id, 'state', x.state, 'source', x.source, 'detail', x.detail,
    'by', x.by_name, 'createdAt', x.created_at)`
}
