// SQL of contact lists; every statement is scoped by company.
import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { contactImports } from '#database/tables/inbox/contact-imports.ts'
import { contactLists } from '#database/tables/outreach/contact-lists.ts'

export type ContactListRow = typeof contactLists.$inferSelect & { uncheckedCount: number }

interface Stretch {
  offset: number
  limit: number
}

const columns = {
  ...getTableColumns(contactLists),
  uncheckedCount: sql<number>`(select count(*)::int from contact_list_items i
    where i.company_id = contact_lists.company_id and i.contact_list_id = contact_lists.id and i.checked_at is null)`
}
const byName = [sql`lower(${contactLists.name})`, contactLists.id]

function named(companyId: number, search: string) {
  return and(
    eq(contactLists.companyId, companyId),
    search === '' ? undefined : sql`strpos(lower(${contactLists.name}), lower(${search}::text)) > 0`
  )
}
const oneOf = (companyId: number, id: number) => and(eq(contactLists.companyId, companyId), eq(contactLists.id, id))

export function pageOfLists(
  db: Transaction,
  companyId: number,
  search: string,
  { offset, limit }: Stretch
): Promise<ContactListRow[]> {
  return db
    .select(columns)
    .from(contactLists)
    .where(named(companyId, search))
    .orderBy(...byName)
    .limit(limit)
    .offset(offset)
}

export const countLists = (db: Transaction, companyId: number, search: string): Promise<number> =>
  db.$count(contactLists, named(companyId, search))

export async function findList(db: Transaction, companyId: number, id: number): Promise<ContactListRow | null> {
  const [row] = await db.select(columns).from(contactLists).where(oneOf(companyId, id))
  return row ?? null
}

/** The same, locked until the end of the transaction: who comes and goes is counted one after the other. */
export async function lockList(db: Transaction, companyId: number, id: number): Promise<{ id: number } | null> {
  const [row] = await db.select({ id: contactLists.id }).from(contactLists).where(oneOf(companyId, id)).for('update')
  return row ?? null
}

export async function insertList(db: Transaction, row: typeof contactLists.$inferInsert): Promise<number> {
  const [inserted] = await db.insert(contactLists).values(row).returning({ id: contactLists.id })
  if (!inserted) throw new Error('a contact list was not inserted')
  return inserted.id
}

export function renameList(db: Transaction, companyId: number, id: number, name: string): Promise<unknown> {
  return db
    .update(contactLists)
    .set({ name, updatedAt: sql`now()` })
    .where(oneOf(companyId, id))
}

/** So many came (or, below zero, went). */
export function countPeople(db: Transaction, companyId: number, id: number, more: number): Promise<unknown> {
  return db
    .update(contactLists)
    .set({ contactsCount: sql`${contactLists.contactsCount} + ${more}`, updatedAt: sql`now()` })
    .where(oneOf(companyId, id))
}

/** Files of imports of a list that have not ended. */
export async function filesOfImports(db: Transaction, companyId: number, id: number): Promise<string[]> {
  const rows = await db
    .select({ key: contactImports.fileKey })
    .from(contactImports)
    .where(
      and(
        eq(contactImports.companyId, companyId),
        eq(contactImports.contactListId, id),
        isNotNull(contactImports.fileKey)
      )
    )
  return rows.flatMap(({ key }) => key ?? [])
}

export const deleteList = (db: Transaction, companyId: number, id: number): Promise<unknown> =>
  db.delete(contactLists).where(oneOf(companyId, id))
