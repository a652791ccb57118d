// One ticket with the extra fields of its contact, which legacy clients show beside the conversation.
import type { Ticket, TicketShown } from '@guiche/shared/features/inbox/tickets.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { contactsOf } from '#features/inbox/contacts/contacts.service.ts'
import { visibleTicket, visibleTicketByUuid } from '../tickets.service.ts'

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
