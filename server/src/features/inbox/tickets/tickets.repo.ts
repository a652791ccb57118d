// SQL of tickets: rows joined with what a list shows, and their changes; every statement is scoped by company.
import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Handover } from '@guiche/shared/features/inbox/tickets.ts'
import { rawOf, type Transaction } from '#database/client.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { naming } from '#database/violations.ts'
import { ticketColumns, ticketJoins } from './lists/ticket-columns.repo.ts'
import type { TicketRow } from './lists/ticket-rows.ts'

export type NewTicket = typeof tickets.$inferInsert
export type TicketChange = Partial<NewTicket>

/** Rows of these tickets, in no order. */
export async function ticketsByIds(db: Transaction, companyId: number, ids: number[]): Promise<TicketRow[]> {
  if (ids.length === 0) return []
  const raw = rawOf(db)
  return raw<TicketRow[]>`
    select ${ticketColumns(raw)} from tickets t
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    ${ticketJoins(raw)}
    where t.company_id = ${companyId} and t.id = any(${ids}::bigint[])`
}

export async function ticketIdByUuid(db: Transaction, companyId: number, uuid: string): Promise<number | null> {
  const [row] = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), eq(tickets.uuid, uuid)))
  return row?.id ?? null
}

/** Tickets of a contact that began before or after one of them, the nearest first. */
export async function ticketIdsAround(
  db: Transaction,
  companyId: number,
  { contactId, id }: { contactId: number; id: number },
  { side, limit }: { side: 'before' | 'after'; limit: number }
): Promise<number[]> {
  const [isThere, order] =
    side === 'before' ? [lt(tickets.id, id), desc(tickets.id)] : [gt(tickets.id, id), asc(tickets.id)]
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), eq(tickets.contactId, contactId), isThere))
    .orderBy(order)
    .limit(limit)
  return rows.map((row) => row.id)
}

/** Locks a ticket until the end of the transaction; null when there is none. */
export async function lockTicket(db: Transaction, companyId: number, id: number) {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), eq(tickets.id, id)))
    .for('no key update')
  return row ?? null
}

/** The ticket in service of a contact on a connection. */
export async function activeTicketOf(db: Transaction, companyId: number, contactId: number, connectionId: number) {
  const [row] = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, companyId),
        eq(tickets.contactId, contactId),
        eq(tickets.connectionId, connectionId),
        inArray(tickets.status, ['open', 'pending'])
      )
    )
  return row?.id ?? null
}

/**
 * The closed tickets of a contact on a connection, the newest first. They stay locked until the end of the transaction, so
 * that of several who take one up at once, each maybe another one, the second finds what the first has made of it.
 */
export function lockClosedTickets(db: Transaction, companyId: number, contactId: number, connectionId: number) {
  return db
    .select({ id: tickets.id, status: tickets.status, userId: tickets.userId, queueId: tickets.queueId })
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, companyId),
        eq(tickets.contactId, contactId),
        eq(tickets.connectionId, connectionId),
        eq(tickets.status, 'closed')
      )
    )
    .orderBy(desc(tickets.updatedAt))
    .for('no key update')
}

/** Null when another active ticket of the contact and connection appeared in the same moment. */
export async function insertTicket(db: Transaction, row: NewTicket): Promise<number | null> {
  const [inserted] = await db.insert(tickets).values(row).onConflictDoNothing().returning({ id: tickets.id })
  return inserted?.id ?? null
}

const broken = [
  { constraint: 'tickets_prompt', field: 'promptId', code: 'ERR_NO_PROMPT_FOUND' },
  { constraint: 'tickets_integration', field: 'integrationId', code: 'ERR_NO_INTEGRATION_FOUND' }
] as const

/** Changes a ticket and moves it to the top of its list. Errors: AppError for a prompt or an integration of nobody. */
export async function updateTicketRow(
  db: Transaction,
  companyId: number,
  id: number,
  change: TicketChange
): Promise<void> {
  await naming(
    broken,
    db
      .update(tickets)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(eq(tickets.companyId, companyId), eq(tickets.id, id)))
  )
}

/** Its attendant has opened it; it stays where it is in its list. */
export async function dropHandover(db: Transaction, companyId: number, id: number): Promise<void> {
  await db
    .update(tickets)
    .set({ handover: null })
    .where(and(eq(tickets.companyId, companyId), eq(tickets.id, id)))
}

/** Sets the unread counter and leaves the ticket where it is in its list. */
export async function setUnread(db: Transaction, companyId: number, id: number, unreadMessages: number): Promise<void> {
  await db
    .update(tickets)
    .set({ unreadMessages })
    .where(and(eq(tickets.companyId, companyId), eq(tickets.id, id)))
}

export async function deleteTicketRow(db: Transaction, companyId: number, id: number): Promise<void> {
  await db.delete(tickets).where(and(eq(tickets.companyId, companyId), eq(tickets.id, id)))
}

/** Closed ones in which nothing was said since. */
function isExpired(companyId: number, before: Date) {
  return and(
    eq(tickets.companyId, companyId),
    // Not as a parameter, or the index of these would not be taken.
    sql`${tickets.status} = 'closed'`,
    sql`coalesce(${tickets.lastMessageAt}, ${tickets.updatedAt}) < ${before.toISOString()}::timestamptz`
  )
}

/** Some of them; none that somebody is just changing. */
export const lockExpiredTickets = (db: Transaction, companyId: number, before: Date, limit: number) =>
  db.select().from(tickets).where(isExpired(companyId, before)).limit(limit).for('update', { skipLocked: true })

export const countExpiredTickets = (db: Transaction, companyId: number, before: Date): Promise<number> =>
  db.$count(tickets, isExpired(companyId, before))

/** Tickets that name a queue, a user or a connection. */
interface Selection {
  column: 'queueId' | 'userId' | 'connectionId'
  id: number
  onlyActive: boolean
}

function isSelected(companyId: number, { column, id, onlyActive }: Selection) {
  const isActive = onlyActive ? inArray(tickets.status, ['open', 'pending']) : undefined
  return and(eq(tickets.companyId, companyId), eq(tickets[column], id), isActive)
}

/** Their ids; they stay locked until the end of the transaction. */
export async function lockTicketsWhere(db: Transaction, companyId: number, selection: Selection): Promise<number[]> {
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(isSelected(companyId, selection))
    .for('no key update')
  return rows.map((row) => row.id)
}

/** Tickets of a contact with what decides who sees them. */
export async function assignmentsOfContact(db: Transaction, companyId: number, contactId: number) {
  const rows = await db
    .select({
      id: tickets.id,
      userId: tickets.userId,
      queueId: tickets.queueId,
      connectionId: tickets.connectionId
    })
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), eq(tickets.contactId, contactId)))
  return rows.map(({ id, ...place }) => ({ id, place }))
}

export async function setHandovers(
  db: Transaction,
  companyId: number,
  ids: number[],
  handover: Handover
): Promise<void> {
  await db
    .update(tickets)
    .set({ handover })
    .where(and(eq(tickets.companyId, companyId), inArray(tickets.id, ids)))
}

export async function updateTicketsWhere(
  db: Transaction,
  companyId: number,
  selection: Selection,
  change: TicketChange
): Promise<void> {
  await db.update(tickets).set(change).where(isSelected(companyId, selection))
}
