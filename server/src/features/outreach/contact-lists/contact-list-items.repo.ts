// SQL of the people of contact lists; every statement is scoped by company.
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { contactListItems } from '#database/tables/outreach/contact-lists.ts'
import { holdsText, orderOfNames } from '#platform/text/plain-search.repo.ts'
import { connections } from '#database/tables/inbox/connections.ts'

export type ItemRow = typeof contactListItems.$inferSelect
export type NewItem = typeof contactListItems.$inferInsert

const ofList = (companyId: number, contactListId: number) =>
  and(eq(contactListItems.companyId, companyId), eq(contactListItems.contactListId, contactListId))
const oneOf = (companyId: number, id: number) =>
  and(eq(contactListItems.companyId, companyId), eq(contactListItems.id, id))

interface ItemFilter {
  companyId: number
  contactListId: number
  search: string
  /** For somebody who may not see numbers. */
  hidesNumbers: boolean
}

function matching({ companyId, contactListId, search, hidesNumbers }: ItemFilter) {
  const { name, number, email } = contactListItems
  return and(
    ofList(companyId, contactListId),
    holdsText({ typed: search, name, number, others: [email], hidesNumbers })
  )
}

export function pageOfItems(
  db: Transaction,
  filter: ItemFilter,
  { offset, limit }: { offset: number; limit: number }
): Promise<ItemRow[]> {
  return db
    .select()
    .from(contactListItems)
    .where(matching(filter))
    .orderBy(orderOfNames(contactListItems.name, filter.hidesNumbers), contactListItems.id)
    .limit(limit)
    .offset(offset)
}

export const countItems = (db: Transaction, filter: ItemFilter): Promise<number> =>
  db.$count(contactListItems, matching(filter))

/** Those of whom WhatsApp said that they are there, and those about whom it was not asked yet. */
export async function countChecks(
  db: Transaction,
  companyId: number,
  contactListId: number
): Promise<{ valid: number; unchecked: number }> {
  const { checkedAt, isWhatsappValid } = contactListItems
  const all = ofList(companyId, contactListId)
  const [valid, unchecked] = await Promise.all([
    db.$count(contactListItems, and(all, eq(isWhatsappValid, true))),
    db.$count(contactListItems, and(all, isNull(checkedAt), eq(isWhatsappValid, false)))
  ])
  return { valid, unchecked }
}

export async function findItem(db: Transaction, companyId: number, id: number): Promise<ItemRow | null> {
  const [row] = await db.select().from(contactListItems).where(oneOf(companyId, id))
  return row ?? null
}

/** Null when the list has the number. */
export async function insertItem(db: Transaction, row: NewItem): Promise<ItemRow | null> {
  const [inserted] = await db.insert(contactListItems).values(row).onConflictDoNothing().returning()
  return inserted ?? null
}

export type ImportedItem = Pick<ItemRow, 'name' | 'number' | 'numberKey' | 'email'>

/** Keys of those that the list did not have yet. Columns go as arrays: a builder litters memory with every value. */
export async function importItems(
  db: Transaction,
  { companyId, contactListId }: Pick<ItemRow, 'companyId' | 'contactListId'>,
  rows: ImportedItem[]
): Promise<Set<string>> {
  const added = await rawOf(db)<{ key: string }[]>`
    insert into contact_list_items (company_id, contact_list_id, name, number, number_key, email)
    select ${companyId}, ${contactListId}, f.name, f.number, f.number_key, f.email
    from unnest(${rows.map(({ name }) => name)}::text[], ${rows.map(({ number }) => number)}::text[],
                ${rows.map(({ numberKey }) => numberKey)}::text[], ${rows.map(({ email }) => email)}::text[])
      as f (name, number, number_key, email)
    on conflict do nothing returning number_key as key`
  return new Set(added.map(({ key }) => key))
}

/** Those of a list that have one of these numbers. */
export async function itemsByKeys(
  db: Transaction,
  companyId: number,
  contactListId: number,
  keys: string[]
): Promise<ItemRow[]> {
  return keys.length === 0
    ? []
    : db
        .select()
        .from(contactListItems)
        .where(and(ofList(companyId, contactListId), inArray(contactListItems.numberKey, keys)))
}

/** Null when it is gone. */
export async function changeItem(
  db: Transaction,
  companyId: number,
  id: number,
  change: Partial<NewItem>
): Promise<ItemRow | null> {
  const [row] = await db.update(contactListItems).set(change).where(oneOf(companyId, id)).returning()
  return row ?? null
}

/** Emails for those that have none. */
export async function fillEmails(
  db: Transaction,
  companyId: number,
  rows: { id: number; email: string }[]
): Promise<void> {
  if (rows.length === 0) return
  await rawOf(db)`
    update contact_list_items i set email = f.email, updated_at = now()
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ email }) => email)}::text[]) as f (id, email)
    where i.company_id = ${companyId} and i.id = f.id`
}

export async function deleteItem(db: Transaction, companyId: number, id: number): Promise<boolean> {
  const gone = await db.delete(contactListItems).where(oneOf(companyId, id)).returning({ id: contactListItems.id })
  return gone.length > 0
}

/** The next ones that WhatsApp has not been asked about. */
export function uncheckedItems(
  db: Transaction,
  companyId: number,
  contactListId: number,
  most: number
): Promise<ItemRow[]> {
  return db
    .select()
    .from(contactListItems)
    .where(and(ofList(companyId, contactListId), isNull(contactListItems.checkedAt)))
    .orderBy(contactListItems.id)
    .limit(most)
}

export interface CheckedItem {
  id: number
  /** The number that was asked about; an item that was given another one meanwhile is asked about anew. */
  asked: string
  number: string
  isValid: boolean
}

export async function writeChecks(db: Transaction, companyId: number, rows: CheckedItem[], at: Date): Promise<void> {
  await rawOf(db)`
    update contact_list_items i
    set number = f.number, is_whatsapp_valid = f.valid::boolean, checked_at = ${at.toISOString()}::timestamptz
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ asked }) => asked)}::text[],
                ${rows.map(({ number }) => number)}::text[], ${rows.map(({ isValid }) => String(isValid))}::text[])
      as f (id, asked, number, valid)
    where i.company_id = ${companyId} and i.id = f.id and i.number = f.asked`
}

/** Lists with numbers to ask about, of companies (or of one) that have a connection that is up. */
export function listsToCheck(
  db: Transaction,
  companyId: number | null
): Promise<{ companyId: number; contactListId: number }[]> {
  return db
    .selectDistinct({ companyId: contactListItems.companyId, contactListId: contactListItems.contactListId })
    .from(contactListItems)
    .innerJoin(
      connections,
      and(eq(connections.companyId, contactListItems.companyId), eq(connections.status, 'CONNECTED'))
    )
    .where(
      and(
        isNull(contactListItems.checkedAt),
        companyId === null ? undefined : eq(contactListItems.companyId, companyId)
      )
    )
}

/** Lists that have one of these numbers, in the order of their ids. */
export async function listsWithKeys(db: Transaction, companyId: number, keys: string[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: contactListItems.contactListId })
    .from(contactListItems)
    .where(and(eq(contactListItems.companyId, companyId), inArray(contactListItems.numberKey, keys)))
    .orderBy(contactListItems.contactListId)
  return rows.map(({ id }) => id)
}

/** Ids of those that were in the list. */
export async function deleteItemsByKeys(
  db: Transaction,
  companyId: number,
  contactListId: number,
  keys: string[]
): Promise<number[]> {
  const rows = await db
    .delete(contactListItems)
    .where(and(ofList(companyId, contactListId), inArray(contactListItems.numberKey, keys)))
    .returning({ id: contactListItems.id })
  return rows.map(({ id }) => id)
}
