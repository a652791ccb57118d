// A conversation is read: its counter goes to zero and WhatsApp shows the customer blue ticks.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { clearUnread, visibleTicket } from '#features/inbox/tickets/tickets.service.ts'
import { waAddressOf } from '#features/inbox/contacts/contacts.service.ts'
import * as repo from './mark-read.repo.ts'
import { addTask } from './outbox.ts'

/** Only the attendant of an open ticket reads it for the company; a look by others leaves it unread. */
const readsForCompany = (actor: Actor, ticket: Ticket): boolean =>
  ticket.status === 'open' && ticket.userId === actor.id

/** Reads a ticket for the company if the caller is its attendant. Returns the ticket as it is then. */
export async function openTicket(ctx: Ctx, actor: Actor, ticket: Ticket): Promise<Ticket> {
  if (!readsForCompany(actor, ticket)) return ticket
  await inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const cleared = await clearUnread(tx, companyId, ticket.id)
    const rows = await repo.markRead(tx.db, companyId, ticket.id)
    const known = rows.filter((row) => row.waId !== null && row.connectionId !== null)
    if (!cleared && known.length === 0) return
    const chat = await waAddressOf(tx, companyId, ticket.contactId)
    const byPosition = Map.groupBy(known, (row) => `${row.connectionId}|${row.participant ?? ''}`)
    for (const group of byPosition.values()) {
      const [first] = group
      if (!first?.connectionId || !chat) continue
      // Over a connection that is gone nobody can be told.
      await addTask(
        tx,
        { companyId, connectionId: first.connectionId },
        {
          chat,
          kind: 'read',
          messageId: null,
          payload: { waIds: group.flatMap((row) => row.waId ?? []), participant: first.participant }
        }
      )
    }
  })
  return { ...ticket, unreadMessages: 0 }
}

/** A step of `ticketTakenBack`: what nobody has read is unread again. */
export const unreadAgain = (tx: Ctx, companyId: number, ticketId: number): Promise<void> =>
  repo.recountUnread(tx.db, companyId, ticketId)

/** Errors: ERR_NO_TICKET_FOUND. */
export async function markTicketRead(ctx: Ctx, actor: Actor, ticketId: number) {
  const ticket = await openTicket(ctx, actor, await visibleTicket(ctx, actor, ticketId))
  return { ticketId, unreadMessages: ticket.unreadMessages }
}
