// SQL of contact imports: their rows, and many contacts at once.
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { contactImports } from '#database/tables/inbox/contact-imports.ts'
import { isNumberOf, type Sought } from './rows-of-person.repo.ts'

export type ImportRow = typeof contactImports.$inferSelect
export type ImportChange = Partial<typeof contactImports.$inferInsert>

const oneOf = (companyId: number, id: number) => and(eq(contactImports.companyId, companyId), eq(contactImports.id, id))

export async function insertImport(db: Transaction, row: typeof contactImports.$inferInsert): Promise<ImportRow> {
  const [inserted] = await db.insert(contactImports).values(row).returning()
  if (!inserted) throw new Error('an import was not inserted')
  return inserted
}

export async function findImport(db: Transaction, companyId: number, id: number): Promise<ImportRow | null> {
  const [row] = await db.select().from(contactImports).where(oneOf(companyId, id))
  return row ?? null
}

/** Of one contact list, or (null) of the contacts. */
export function newestImports(
  db: Transaction,
  companyId: number,
  contactListId: number | null,
  most: number
): Promise<ImportRow[]> {
  return db
    .select()
    .from(contactImports)
    .where(
      and(
        eq(contactImports.companyId, companyId),
        contactListId === null ? isNull(contactImports.contactListId) : eq(contactImports.contactListId, contactListId)
      )
    )
    .orderBy(desc(contactImports.createdAt), desc(contactImports.id))
    .limit(most)
}

export async function updateImport(
  db: Transaction,
  companyId: number,
  id: number,
  change: ImportChange
): Promise<ImportRow | null> {
  const [row] = await db.update(contactImports).set(change).where(oneOf(companyId, id)).returning()
  return row ?? null
}

/** Marks the file as being read; false when it is marked already. */
export async function beginReading(db: Transaction, companyId: number, id: number): Promise<boolean> {
  const isFree = and(oneOf(companyId, id), isNull(contactImports.readingSince))
  const rows = await db
    .update(contactImports)
    .set({ readingSince: sql`now()` })
    .where(isFree)
    .returning()
  return rows.length > 0
}

export interface FilledContact {
  id: number
  name: string
  email: string
}

/** Names and emails of several contacts; the names count as typed. */
export async function fillContacts(db: Transaction, companyId: number, rows: FilledContact[]): Promise<void> {
  if (rows.length === 0) return
  await rawOf(db)`
    update contacts c set name = f.name, email = f.email, name_source = 'typed', updated_at = now()
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ name }) => name)}::text[],
                ${rows.map(({ email }) => email)}::text[]) as f (id, name, email)
    where c.company_id = ${companyId} and c.id = f.id`
}

/** Id by number of those whose number nobody had. Columns go as arrays: a builder litters memory with every value. */
export async function insertImported(
  db: Transaction,
  companyId: number,
  rows: { name: string; number: string; email: string }[]
): Promise<Map<string, number>> {
  const made = await rawOf(db)<{ id: number; number: string }[]>`
    insert into contacts (company_id, name, number, email)
    select ${companyId}, f.name, f.number, f.email
    from unnest(${rows.map(({ name }) => name)}::text[], ${rows.map(({ number }) => number)}::text[],
                ${rows.map(({ email }) => email)}::text[]) as f (name, number, email)
    on conflict do nothing returning id, number`
  return new Map(made.map(({ id, number }) => [number, id]))
}

export async function addExtraInfo(
  db: Transaction,
  companyId: number,
  rows: { contactId: number; name: string; value: string }[]
): Promise<void> {
  if (rows.length === 0) return
  await rawOf(db)`
    insert into contact_extra_info (company_id, contact_id, name, value)
    select ${companyId}, f.contact_id, f.name, f.value
    from unnest(${rows.map(({ contactId }) => contactId)}::bigint[], ${rows.map(({ name }) => name)}::text[],
                ${rows.map(({ value }) => value)}::text[]) as f (contact_id, name, value)`
}

export interface ExportedContact {
  id: number
  name: string
  number: string | null
  email: string
}

/** Contacts that are no groups, in the order of their ids, from behind `after`. */
export function contactsAfter(
  db: Transaction,
  companyId: number,
  after: number,
  most: number
): Promise<ExportedContact[]> {
  return rawOf(db)<ExportedContact[]>`
    select id, name, number, email from contacts
    where company_id = ${companyId} and id > ${after} and not is_group order by id limit ${most}`
}

/** Takes out of the reports of imports what was written in the rows of a person. */
export async function clearBadRows(
  db: Transaction,
  companyId: number,
  { names, ...sought }: Sought & { names: string[] }
): Promise<void> {
  const raw = rawOf(db)
  const isTheirs = raw`(lower(r ->> 'name') = any(select lower(n) from unnest(${names}::text[]) as n)
    or ${isNumberOf(raw, raw`r ->> 'number'`, sought)})`
  await raw`
    update contact_imports i set bad_rows = (
      select coalesce(jsonb_agg(case when ${isTheirs} then r || '{"name": "", "number": ""}'::jsonb else r end order by place), '[]'::jsonb)
      from jsonb_array_elements(i.bad_rows) with ordinality as rows(r, place))
    where i.company_id = ${companyId} and exists (select 1 from jsonb_array_elements(i.bad_rows) r where ${isTheirs})`
}

/** Those of the files that are pictures of contacts. */
export async function avatarsAmong(db: Transaction, companyId: number, keys: string[]): Promise<string[]> {
  const rows = await rawOf(db)<{ picture: string }[]>`
    select picture from contacts where company_id = ${companyId} and picture = any(${keys}::text[])`
  return rows.map(({ picture }) => picture)
}
