// SQL of tickets: rows joined with what a list shows, and their changes; every statement is scoped by company.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PendingQuery, Row } from 'postgres'
import { rawOf, type Sql, type Transaction } from '#database/client.ts'
import { tickets } from '#database/tables/tickets.ts'
import type { TicketRow } from './ticket-rows.ts'

export type NewTicket = typeof tickets.$inferInsert
export type TicketChange = Partial<NewTicket>

/** Columns of TicketRow, for a ticket `t` joined by `ticketJoins`. */
export const ticketColumns = (raw: Sql): PendingQuery<Row[]> => raw`
  t.id, t.uuid, t.status, t.unread_messages, t.last_message, t.from_me, t.last_message_at, t.is_group, t.user_id,
  u.name as user_name, t.contact_id, c.name as contact_name, c.number as contact_number, c.email as contact_email,
  c.picture as contact_picture, c.is_group as contact_is_group, t.connection_id, w.name as connection_name,
  t.queue_id, q.name as queue_name, q.color as queue_color, t.chatbot, t.queue_option_id, t.use_integration,
  t.integration_id, t.prompt_id, t.amount_used_bot_queues, t.created_at, t.updated_at,
  (select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name)
     from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.company_id = t.company_id and tt.ticket_id = t.id) as tags`

/** Joins that `ticketColumns` needs, besides the contact `c`. */
export const ticketJoins = (raw: Sql): PendingQuery<Row[]> => raw`
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join connections w on w.company_id = t.company_id and w.id = t.connection_id`

/** Rows of these tickets, in no order. */
export const ticketsByIds = async (db: Transaction, companyId: number, ids: number[]): Promise<TicketRow[]> => {
  if (ids.length === 0) return []
  const raw = rawOf(db)
  return raw<TicketRow[]>`
    select ${ticketColumns(raw)} from tickets t
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    ${ticketJoins(raw)}
    where t.company_id = ${companyId} and t.id = any(${ids}::bigint[])`
}

export const ticketIdByUuid = async (db: Transaction, companyId: number, uuid: string): Promise<number | null> => {
  const [row] = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), eq(tickets.uuid, uuid)))
  return row?.id ?? null
}

/** Locks a ticket until the end of the transaction; null when there is none. */
export const lockTicket = async (db: Transaction, companyId: number, id: number) => {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), eq(tickets.id, id)))
    .for('no key update')
  return row ?? null
}

/** The ticket in service of a contact on a connection. */
export const activeTicketOf = async (db: Transaction, companyId: number, contactId: number, connectionId: number) => {
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

/** The newest closed ticket of a contact on a connection: it is taken up again instead of starting another. */
export const lastClosedTicketOf = async (
  db: Transaction,
  companyId: number,
  contactId: number,
  connectionId: number
) => {
  const [row] = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, companyId),
        eq(tickets.contactId, contactId),
        eq(tickets.connectionId, connectionId),
        eq(tickets.status, 'closed')
      )
    )
    .orderBy(sql`${tickets.updatedAt} desc`)
    .limit(1)
    .for('no key update')
  return row?.id ?? null
}

/** Null when another active ticket of the contact and connection appeared in the same moment. */
export const insertTicket = async (db: Transaction, row: NewTicket): Promise<number | null> => {
  const [inserted] = await db.insert(tickets).values(row).onConflictDoNothing().returning({ id: tickets.id })
  return inserted?.id ?? null
}

/** Changes a ticket and moves it to the top of its list. */
export const updateTicketRow = async (
  db: Transaction,
  companyId: number,
  id: number,
  change: TicketChange
): Promise<void> => {
  await db
    .update(tickets)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(tickets.companyId, companyId), eq(tickets.id, id)))
}

/** Sets the unread counter and leaves the ticket where it is in its list. */
export const setUnread = async (
  db: Transaction,
  companyId: number,
  id: number,
  unreadMessages: number
): Promise<void> => {
  await db
    .update(tickets)
    .set({ unreadMessages })
    .where(and(eq(tickets.companyId, companyId), eq(tickets.id, id)))
}

export const deleteTicketRow = async (db: Transaction, companyId: number, id: number): Promise<void> => {
  await db.delete(tickets).where(and(eq(tickets.companyId, companyId), eq(tickets.id, id)))
}

/** Ids of tickets that name a queue, a user or a connection. */
export const ticketIdsBy = async (
  db: Transaction,
  companyId: number,
  column: 'queueId' | 'userId' | 'connectionId',
  value: number,
  onlyActive: boolean
): Promise<number[]> => {
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, companyId),
        eq(tickets[column], value),
        onlyActive ? inArray(tickets.status, ['open', 'pending']) : undefined
      )
    )
    .for('no key update')
  return rows.map((row) => row.id)
}

export const updateTicketsWhere = async (
  db: Transaction,
  companyId: number,
  column: 'queueId' | 'userId' | 'connectionId',
  value: number,
  change: TicketChange,
  onlyActive: boolean
): Promise<void> => {
  await db
    .update(tickets)
    .set(change)
    .where(
      and(
        eq(tickets.companyId, companyId),
        eq(tickets[column], value),
        onlyActive ? inArray(tickets.status, ['open', 'pending']) : undefined
      )
    )
}
