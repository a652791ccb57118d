// One ticket with the extra fields of its contact, which legacy clients show beside the conversation; and those around it.
import { mostEarlierTickets, type Ticket, type TicketShown } from '@guiche/shared/features/inbox/tickets.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { contactsOf } from '#features/inbox/contacts/contacts.service.ts'
import { maySeeTicket } from '../tickets.policy.ts'
import * as repo from '../tickets.repo.ts'
import { ticketsByIds, visibleTicket, visibleTicketByUuid } from '../tickets.service.ts'

/** Tickets of the contact among which those are looked for that the caller may see. */
const mostLookedAt = 4 * mostEarlierTickets

async function withExtraInfo(ctx: Ctx, ticket: Ticket): Promise<TicketShown> {
  const [contact] = await contactsOf(ctx, ticket.companyId, [ticket.contactId])
  return { ...ticket, contact: { ...ticket.contact, extraInfo: contact?.extraInfo ?? [] } }
}

/** Errors: ERR_NO_TICKET_FOUND. */
export const showTicket = async (ctx: Ctx, actor: Actor, id: number): Promise<TicketShown> =>
  withExtraInfo(ctx, await visibleTicket(ctx, actor, id))

/** Errors: ERR_NO_TICKET_FOUND. */
export const showTicketByUuid = async (ctx: Ctx, actor: Actor, uuid: string): Promise<TicketShown> =>
  withExtraInfo(ctx, await visibleTicketByUuid(ctx, actor, uuid))

/** What the contact was served with before, as far as the caller may see it, the newest first. Errors: ERR_NO_TICKET_FOUND. */
export async function earlierTickets(ctx: Ctx, actor: Actor, id: number): Promise<Ticket[]> {
  const { companyId, contactId } = await visibleTicket(ctx, actor, id)
  const ids = await repo.ticketIdsAround(ctx.db, companyId, { contactId, id }, { side: 'before', limit: mostLookedAt })
  const tickets = await ticketsByIds(ctx, companyId, ids)
  return tickets.filter((ticket) => maySeeTicket(actor, ticket)).slice(0, mostEarlierTickets)
}

/** What the contact was served with next, of what the caller may see. Errors: ERR_NO_TICKET_FOUND. */
export async function laterTicket(ctx: Ctx, actor: Actor, id: number): Promise<Ticket | null> {
  const { companyId, contactId } = await visibleTicket(ctx, actor, id)
  const ids = await repo.ticketIdsAround(ctx.db, companyId, { contactId, id }, { side: 'after', limit: mostLookedAt })
  return (await ticketsByIds(ctx, companyId, ids)).find((ticket) => maySeeTicket(actor, ticket)) ?? null
}
