// Two contacts prove to be one person: of two tickets in service over one connection one goes on with all of both.
import type { Ctx } from '#platform/ctx.ts'
import { deleteTicketRow, updateTicketRow, type TicketChange } from '../tickets.repo.ts'
import { beforeTicketsJoin, ticketRemoved } from '../tickets.events.ts'
import { ticketTouched } from '../tickets.service.ts'
import * as repo from './join-tickets.repo.ts'

/** Tickets whose change is told; older ones are read afresh when somebody opens them. */
const told = 50

/** Whoever is served goes on being served; otherwise the older ticket stays. */
const keptOf = (a: repo.TicketRecord, b: repo.TicketRecord): [repo.TicketRecord, repo.TicketRecord] =>
  a.status !== 'open' && b.status === 'open' ? [b, a] : [a, b]

/** What lists show of both: everything unread, and the newer of the last messages. */
function sumOf(kept: repo.TicketRecord, gone: repo.TicketRecord): TicketChange {
  const isNewer = (gone.lastMessageAt?.getTime() ?? 0) > (kept.lastMessageAt?.getTime() ?? 0)
  const { lastMessage, fromMe, lastMessageAt } = isNewer ? gone : kept
  return { unreadMessages: kept.unreadMessages + gone.unreadMessages, lastMessage, fromMe, lastMessageAt }
}

/** Runs in the transaction that joins the contacts, before their rows move. */
export async function joinTickets(tx: Ctx, companyId: number, from: number, into: number): Promise<void> {
  const active = await repo.activeTicketsOf(tx.db, companyId, [from, into])
  const byConnection = Map.groupBy(active, ({ connectionId }) => connectionId)
  for (const [connectionId, [first, second]] of byConnection) {
    if (connectionId === null || !first || !second) continue
    const [kept, gone] = keptOf(first, second)
    await updateTicketRow(tx.db, companyId, kept.id, sumOf(kept, gone))
    await beforeTicketsJoin.run(tx, companyId, gone.id, kept.id)
    await deleteTicketRow(tx.db, companyId, gone.id)
    tx.bus.emit(ticketRemoved, { companyId, ticketId: gone.id, place: gone })
  }
}

/** Everybody hears whose the tickets are now. */
export async function publishJoinedTickets(tx: Ctx, companyId: number, contactId: number): Promise<void> {
  await ticketTouched(tx, companyId, await repo.newestTicketIdsOf(tx.db, companyId, contactId, told))
}
