// SQL of contacts that prove to be one person: their tickets.
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'

export type TicketRecord = typeof tickets.$inferSelect

/** Tickets in service of these contacts, locked until the end of the transaction. */
export function activeTicketsOf(db: Transaction, companyId: number, contactIds: number[]): Promise<TicketRecord[]> {
  return db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, companyId),
        inArray(tickets.contactId, contactIds),
        inArray(tickets.status, ['open', 'pending'])
      )
    )
    .orderBy(tickets.id)
    .for('no key update')
}

/** The newest tickets of a contact. */
export async function newestTicketIdsOf(
  db: Transaction,
  companyId: number,
  contactId: number,
  limit: number
): Promise<number[]> {
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), eq(tickets.contactId, contactId)))
    .orderBy(desc(tickets.updatedAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}
