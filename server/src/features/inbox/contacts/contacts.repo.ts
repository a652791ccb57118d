// SQL of contacts, their addresses and extra fields; every statement is scoped by company.
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { rawOf } from '#database/client.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { contactAddresses, contactExtraInfo, contacts } from '#database/tables/inbox/contacts.ts'

export type ContactRow = typeof contacts.$inferSelect
export type ExtraInfoRow = typeof contactExtraInfo.$inferSelect
export type NewContact = typeof contacts.$inferInsert

export function contactsByIds(db: Transaction, companyId: number, ids: number[]): Promise<ContactRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(contacts)
        .where(and(eq(contacts.companyId, companyId), inArray(contacts.id, ids)))
}

/** Addresses of groups with tickets over a connection whose names nobody has told yet. */
export async function unnamedGroups(db: Transaction, companyId: number, connectionId: number): Promise<string[]> {
  const rows = await rawOf(db)<{ waAddress: string }[]>`
    select c.wa_address from contacts c
    where c.company_id = ${companyId} and c.is_group and c.name_source = 'number' and c.wa_address is not null
      and exists (select 1 from tickets t
        where t.company_id = ${companyId} and t.contact_id = c.id and t.connection_id = ${connectionId})
    limit 50`
  return rows.map((row) => row.waAddress)
}

export function extraInfoOf(db: Transaction, companyId: number, contactIds: number[]): Promise<ExtraInfoRow[]> {
  return contactIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(contactExtraInfo)
        .where(and(eq(contactExtraInfo.companyId, companyId), inArray(contactExtraInfo.contactId, contactIds)))
        .orderBy(asc(contactExtraInfo.id))
}

/** Null when the number is taken. */
export async function insertContact(db: Transaction, row: NewContact): Promise<ContactRow | null> {
  const [inserted] = await db.insert(contacts).values(row).onConflictDoNothing().returning()
  return inserted ?? null
}

export const insertContacts = (db: Transaction, rows: NewContact[]): Promise<ContactRow[]> =>
  db.insert(contacts).values(rows).onConflictDoNothing().returning()

export async function updateContactRow(
  db: Transaction,
  companyId: number,
  id: number,
  change: Partial<NewContact>
): Promise<ContactRow | null> {
  const [row] = await db
    .update(contacts)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(contacts.companyId, companyId), eq(contacts.id, id)))
    .returning()
  return row ?? null
}

/** In the order of their ids, held so that nothing new refers to one that is deleted next, and would go with it. */
export function lockContacts(db: Transaction, companyId: number, ids: number[]): Promise<ContactRow[]> {
  return db
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, companyId), inArray(contacts.id, ids)))
    .orderBy(contacts.id)
    .for('update')
}

export async function deleteContactRow(db: Transaction, companyId: number, id: number): Promise<void> {
  await db.delete(contacts).where(and(eq(contacts.companyId, companyId), eq(contacts.id, id)))
}

export async function replaceExtraInfo(
  db: Transaction,
  companyId: number,
  contactId: number,
  rows: { name: string; value: string }[]
): Promise<void> {
  await db
    .delete(contactExtraInfo)
    .where(and(eq(contactExtraInfo.companyId, companyId), eq(contactExtraInfo.contactId, contactId)))
  // A line that somebody added to the form and left empty says nothing.
  const filled = rows.filter(({ name, value }) => name.trim() !== '' || value.trim() !== '')
  if (filled.length > 0)
    await db.insert(contactExtraInfo).values(filled.map((row) => ({ companyId, contactId, ...row })))
}

/** Address -> contact id, for those that are known. */
export async function contactIdsByAddress(
  db: Transaction,
  companyId: number,
  addresses: string[]
): Promise<Map<string, number>> {
  if (addresses.length === 0) return new Map()
  const rows = await rawOf(db)<{ address: string; contactId: number }[]>`
    select address, contact_id as "contactId" from contact_addresses
    where company_id = ${companyId} and address = any(${addresses}::text[])`
  return new Map(rows.map((row) => [row.address, row.contactId]))
}

/** Of these contacts those that are known by LID alone. */
export async function contactsWithoutNumber(db: Transaction, companyId: number, ids: number[]): Promise<ContactRow[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(contacts)
        .where(and(eq(contacts.companyId, companyId), inArray(contacts.id, ids), isNull(contacts.number)))
}

/** A connection that can be asked about numbers: the default one if it is up. */
export async function connectedConnection(db: Transaction, companyId: number): Promise<number | null> {
  const [row] = await db
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.companyId, companyId), eq(connections.status, 'CONNECTED')))
    .orderBy(desc(connections.isDefault), connections.id)
    .limit(1)
  return row?.id ?? null
}

/** Addresses that already belong to a contact keep it. */
export async function addAddresses(
  db: Transaction,
  companyId: number,
  rows: { address: string; contactId: number }[]
): Promise<void> {
  if (rows.length === 0) return
  await rawOf(db)`
    insert into contact_addresses (company_id, address, contact_id)
    select ${companyId}, f.address, f.contact_id
    from unnest(${rows.map(({ address }) => address)}::text[], ${rows.map(({ contactId }) => contactId)}::bigint[])
      as f (address, contact_id)
    on conflict do nothing`
}

export async function addressesOf(db: Transaction, companyId: number, contactId: number): Promise<string[]> {
  const rows = await db
    .select({ address: contactAddresses.address })
    .from(contactAddresses)
    .where(and(eq(contactAddresses.companyId, companyId), eq(contactAddresses.contactId, contactId)))
  return rows.map((row) => row.address)
}

export async function removeAddresses(db: Transaction, companyId: number, addresses: string[]): Promise<void> {
  if (addresses.length === 0) return
  await db
    .delete(contactAddresses)
    .where(and(eq(contactAddresses.companyId, companyId), inArray(contactAddresses.address, addresses)))
}

/** Contacts whose picture was not looked at since `before`. */
export function contactsWithStaleAvatar(
  db: Transaction,
  companyId: number,
  ids: number[],
  before: Date
): Promise<Pick<ContactRow, 'id' | 'number' | 'waAddress' | 'picture'>[]> {
  return db
    .select({ id: contacts.id, number: contacts.number, waAddress: contacts.waAddress, picture: contacts.picture })
    .from(contacts)
    .where(
      and(
        eq(contacts.companyId, companyId),
        inArray(contacts.id, ids),
        sql`(${contacts.pictureCheckedAt} is null or ${contacts.pictureCheckedAt} < ${before.toISOString()}::timestamptz)`
      )
    )
}

export function contactsWithNumbers(db: Transaction, companyId: number, numbers: string[]): Promise<ContactRow[]> {
  return db
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, companyId), isNotNull(contacts.number), inArray(contacts.number, numbers)))
}

/**
 * Moves everything of contact `from` to contact `into`, before `from` is deleted. Tickets that would be a second
 * active one on their connection are closed first by the caller's choice: here the older of the two is.
 */
export async function moveContactRows(db: Transaction, companyId: number, from: number, into: number): Promise<void> {
  const raw = rawOf(db)
  await raw`
    update tickets t set status = 'closed', updated_at = now()
    where t.company_id = ${companyId} and t.contact_id = ${from} and t.status in ('open', 'pending')
      and exists (select 1 from tickets k where k.company_id = ${companyId} and k.contact_id = ${into}
                    and k.connection_id = t.connection_id and k.status in ('open', 'pending'))`
  await raw`update tickets set contact_id = ${into} where company_id = ${companyId} and contact_id = ${from}`
  // A message stored for both under one WhatsApp id would clash: the copy of the contact that goes is dropped.
  await raw`
    delete from messages m where m.company_id = ${companyId} and m.contact_id = ${from} and m.wa_id is not null
      and exists (select 1 from messages k where k.company_id = ${companyId} and k.connection_id = m.connection_id
                    and k.wa_id = m.wa_id and k.contact_id = ${into} and k.from_me = m.from_me)`
  await raw`update messages set contact_id = ${into} where company_id = ${companyId} and contact_id = ${from}`
  await raw`update ticket_notes set contact_id = ${into} where company_id = ${companyId} and contact_id = ${from}`
  await raw`
    insert into contact_tags (company_id, contact_id, tag_id)
    select company_id, ${into}, tag_id from contact_tags where company_id = ${companyId} and contact_id = ${from}
    on conflict do nothing`
  await raw`update contact_extra_info set contact_id = ${into} where company_id = ${companyId} and contact_id = ${from}`
  await raw`update contact_addresses set contact_id = ${into} where company_id = ${companyId} and contact_id = ${from}`
}
