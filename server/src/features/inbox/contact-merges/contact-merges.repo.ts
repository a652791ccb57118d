// SQL of merged contacts: what moves from one to the other, and back.
import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { contactMerges, type ContactFacts, type MergeSnapshot } from '#database/tables/inbox/contact-merges.ts'
import { contactAddresses, contactExtraInfo, contacts } from '#database/tables/inbox/contacts.ts'

export type MergeRow = typeof contactMerges.$inferSelect
export type ContactRecord = typeof contacts.$inferSelect
export type { ContactFacts, MergeSnapshot }

/** Locked until the end of the transaction, in the order of their ids. */
export function lockContacts(db: Transaction, companyId: number, ids: number[]): Promise<ContactRecord[]> {
  return db
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, companyId), inArray(contacts.id, ids)))
    .orderBy(contacts.id)
    .for('update')
}

export function extraOf(db: Transaction, companyId: number, contactId: number) {
  return db
    .select()
    .from(contactExtraInfo)
    .where(and(eq(contactExtraInfo.companyId, companyId), eq(contactExtraInfo.contactId, contactId)))
    .orderBy(contactExtraInfo.id)
}

export async function addExtra(
  db: Transaction,
  companyId: number,
  contactId: number,
  rows: { name: string; value: string }[]
): Promise<number[]> {
  if (rows.length === 0) return []
  const values = rows.map(({ name, value }) => ({ companyId, contactId, name, value }))
  const added = await db.insert(contactExtraInfo).values(values).returning({ id: contactExtraInfo.id })
  return added.map(({ id }) => id)
}

export async function removeExtra(db: Transaction, companyId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .delete(contactExtraInfo)
    .where(and(eq(contactExtraInfo.companyId, companyId), inArray(contactExtraInfo.id, ids)))
}

export async function addressesOf(db: Transaction, companyId: number, contactId: number): Promise<string[]> {
  const rows = await db
    .select({ address: contactAddresses.address })
    .from(contactAddresses)
    .where(and(eq(contactAddresses.companyId, companyId), eq(contactAddresses.contactId, contactId)))
  return rows.map(({ address }) => address)
}

export async function setFacts(
  db: Transaction,
  companyId: number,
  id: number,
  facts: Partial<ContactFacts>
): Promise<void> {
  await db
    .update(contacts)
    .set({ ...facts, updatedAt: new Date() })
    .where(and(eq(contacts.companyId, companyId), eq(contacts.id, id)))
}

/** Null when its number is taken meanwhile. */
export async function insertContact(db: Transaction, row: typeof contacts.$inferInsert): Promise<number | null> {
  const [made] = await db.insert(contacts).values(row).onConflictDoNothing().returning({ id: contacts.id })
  return made?.id ?? null
}

export async function deleteContact(db: Transaction, companyId: number, id: number): Promise<void> {
  await db.delete(contacts).where(and(eq(contacts.companyId, companyId), eq(contacts.id, id)))
}

interface ActivePair {
  connectionId: number
  kept: { id: number; status: 'open' | 'pending'; unread: number }
  gone: { id: number; status: 'open' | 'pending'; unread: number }
}

/** Connections over which both contacts are in service, with their tickets, locked. */
export async function activePairs(
  db: Transaction,
  companyId: number,
  keptId: number,
  goneId: number
): Promise<ActivePair[]> {
  return rawOf(db)<ActivePair[]>`
    select k.connection_id as "connectionId",
      json_build_object('id', k.id, 'status', k.status, 'unread', k.unread_messages) as kept,
      json_build_object('id', g.id, 'status', g.status, 'unread', g.unread_messages) as gone
    from tickets k join tickets g on g.company_id = k.company_id and g.connection_id = k.connection_id
    where k.company_id = ${companyId} and k.contact_id = ${keptId} and g.contact_id = ${goneId}
      and k.status in ('open', 'pending') and g.status in ('open', 'pending')
    order by k.id for no key update`
}

export async function closeTickets(db: Transaction, companyId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await rawOf(db)`
    update tickets set status = 'closed', unread_messages = 0
    where company_id = ${companyId} and id = any(${ids}::bigint[])`
}

/** Takes a ticket up again that is still closed, unless another one took its place meanwhile. */
export async function reopenTicket(
  db: Transaction,
  companyId: number,
  { ticketId, status, unread = 0 }: MergeSnapshot['closed'][number]
): Promise<boolean> {
  const rows = await rawOf(db)`
    update tickets t set status = ${status}, unread_messages = unread_messages + ${unread}
    where t.company_id = ${companyId} and t.id = ${ticketId} and t.status = 'closed'
      and not exists (select 1 from tickets o where o.company_id = t.company_id and o.contact_id = t.contact_id
                        and o.connection_id = t.connection_id and o.status in ('open', 'pending'))
    returning t.id`
  return rows.length > 0
}

export async function ticketIdsOf(db: Transaction, companyId: number, contactId: number): Promise<number[]> {
  const rows = await rawOf(db)<{ id: number }[]>`
    select id from tickets where company_id = ${companyId} and contact_id = ${contactId} order by updated_at desc`
  return rows.map(({ id }) => id)
}

/** Tickets with their messages and notes, from one contact to the other. Returns those that moved. */
export async function moveTickets(
  db: Transaction,
  companyId: number,
  ids: number[],
  { from, into }: { from: number; into: number }
): Promise<number[]> {
  const raw = rawOf(db)
  const moved = await raw<{ id: number }[]>`
    update tickets set contact_id = ${into}
    where company_id = ${companyId} and contact_id = ${from} and id = any(${ids}::bigint[]) returning id`
  const tickets = moved.map(({ id }) => id)
  // What is stored for both under one WhatsApp id would clash: the copy that would move is dropped.
  await raw`
    delete from messages m
    where m.company_id = ${companyId} and m.contact_id = ${from} and m.ticket_id = any(${tickets}::bigint[])
      and m.wa_id is not null
      and exists (select 1 from messages k where k.company_id = m.company_id and k.connection_id = m.connection_id
                    and k.wa_id = m.wa_id and k.contact_id = ${into} and k.from_me = m.from_me)`
  for (const table of ['messages', 'ticket_notes']) {
    await raw`
      update ${raw(table)} set contact_id = ${into}
      where company_id = ${companyId} and contact_id = ${from} and ticket_id = any(${tickets}::bigint[])`
  }
  return tickets
}

export async function moveAddresses(
  db: Transaction,
  companyId: number,
  addresses: string[],
  { from, into }: { from: number; into: number }
): Promise<void> {
  if (addresses.length === 0) return
  await db
    .update(contactAddresses)
    .set({ contactId: into })
    .where(
      and(
        eq(contactAddresses.companyId, companyId),
        eq(contactAddresses.contactId, from),
        inArray(contactAddresses.address, addresses)
      )
    )
}

export async function insertMerge(db: Transaction, row: typeof contactMerges.$inferInsert): Promise<MergeRow> {
  const [inserted] = await db.insert(contactMerges).values(row).returning()
  if (!inserted) throw new Error('a merge was not inserted')
  return inserted
}

/** Locked until the end of the transaction. */
export async function lockMerge(db: Transaction, companyId: number, id: number): Promise<MergeRow | null> {
  const [row] = await db
    .select()
    .from(contactMerges)
    .where(and(eq(contactMerges.companyId, companyId), eq(contactMerges.id, id)))
    .for('update')
  return row ?? null
}

export async function noteUndone(db: Transaction, companyId: number, id: number, at: Date): Promise<void> {
  await db
    .update(contactMerges)
    .set({ undoneAt: at })
    .where(and(eq(contactMerges.companyId, companyId), eq(contactMerges.id, id)))
}

export function newestMerges(db: Transaction, companyId: number, most: number): Promise<MergeRow[]> {
  return db
    .select()
    .from(contactMerges)
    .where(eq(contactMerges.companyId, companyId))
    .orderBy(desc(contactMerges.createdAt), desc(contactMerges.id))
    .limit(most)
}

/** Merges that were undone and hold something that fits one of the patterns. */
export function undoneMergesLike(db: Transaction, companyId: number, patterns: string[]): Promise<MergeRow[]> {
  return db
    .select()
    .from(contactMerges)
    .where(
      and(
        eq(contactMerges.companyId, companyId),
        isNotNull(contactMerges.undoneAt),
        sql`${contactMerges.snapshot}::text like any(${sql.param(patterns)}::text[])`
      )
    )
}

/** Merges that name one of these contacts. */
export function mergesOfContacts(db: Transaction, companyId: number, ids: number[]): Promise<MergeRow[]> {
  return db
    .select()
    .from(contactMerges)
    .where(
      and(
        eq(contactMerges.companyId, companyId),
        or(inArray(contactMerges.keptId, ids), inArray(contactMerges.goneId, ids))
      )
    )
}

export async function deleteMerges(db: Transaction, companyId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db.delete(contactMerges).where(and(eq(contactMerges.companyId, companyId), inArray(contactMerges.id, ids)))
}

/** Whatever returns with an undo takes `nextId` along, if `id` is among it. */
export async function addMoved(
  db: Transaction,
  companyId: number,
  table: string,
  { id, nextId }: { id: number; nextId: number }
): Promise<void> {
  const raw = rawOf(db)
  await raw`
    update contact_merges set snapshot = jsonb_set(snapshot, array['moved', ${table}],
      (snapshot -> 'moved' -> ${table}) || to_jsonb(${nextId}::bigint))
    where company_id = ${companyId} and undone_at is null
      and (snapshot -> 'moved' -> ${table}) @> to_jsonb(${id}::bigint)`
}

/** Those of the files that are pictures a merge may still bring back. */
export async function avatarsAmong(db: Transaction, companyId: number, keys: string[]): Promise<string[]> {
  const rows = await rawOf(db)<{ key: string }[]>`
    select p.key from contact_merges m cross join lateral (
      values (m.snapshot -> 'gone' ->> 'picture'), (m.snapshot -> 'keptBefore' ->> 'picture')
    ) as p(key) where m.company_id = ${companyId} and p.key in (select unnest(${keys}::text[]))`
  return rows.map(({ key }) => key)
}

/** Merges of a contact that is joined to another are the other's from now on: they go when that one is erased. */
export async function moveMerges(db: Transaction, companyId: number, from: number, into: number): Promise<void> {
  const raw = rawOf(db)
  await raw`update contact_merges set kept_id = ${into} where company_id = ${companyId} and kept_id = ${from}`
  await raw`update contact_merges set gone_id = ${into} where company_id = ${companyId} and gone_id = ${from} and undone_at is not null`
}
