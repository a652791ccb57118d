// Calls of tickets.
import {
  countTickets,
  createTicket,
  deleteTicket,
  listEarlierTickets,
  listTickets,
  showLaterTicket,
  showTicket,
  showTicketByUuid,
  updateTicket
} from '@guiche/shared/features/inbox/tickets.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as creating from './lifecycle/create-ticket.ts'
import * as lists from './list-tickets.ts'
import * as showing from './lists/show-ticket.ts'
import * as service from './tickets.service.ts'
import * as updating from './lifecycle/update-ticket.ts'

export const ticketRoutes: Route[] = [
  mount(listTickets, (ctx, { actor, query }) => lists.listTickets(ctx, actor, query)),
  mount(countTickets, (ctx, { actor, query }) => lists.countTickets(ctx, actor, query)),
  mount(showTicketByUuid, (ctx, { actor, params }) => showing.showTicketByUuid(ctx, actor, params.uuid)),
  mount(showTicket, (ctx, { actor, params }) => showing.showTicket(ctx, actor, params.id)),
  mount(showLaterTicket, (ctx, { actor, params }) => showing.laterTicket(ctx, actor, params.id)),
  mount(listEarlierTickets, (ctx, { actor, params }) => showing.earlierTickets(ctx, actor, params.id)),
  mount(createTicket, (ctx, { actor, body }) => creating.createTicket(ctx, actor, body)),
  mount(updateTicket, (ctx, { actor, params, body }) => updating.updateTicket(ctx, actor, params.id, body)),
  mount(deleteTicket, async (ctx, { actor, params }) => {
    await service.deleteTicket(ctx, actor, params.id)
    return { message: 'ticket deleted' }
  })
]
