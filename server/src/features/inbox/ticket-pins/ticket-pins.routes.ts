// Calls of pins.
import { listTicketPins, pinTicket, unpinTicket } from '@guiche/shared/features/inbox/ticket-pins.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './ticket-pins.service.ts'

export const ticketPinRoutes: Route[] = [
  mount(listTicketPins, (ctx, { actor }) => service.listPins(ctx, actor)),
  mount(pinTicket, (ctx, { actor, params }) => service.pinTicket(ctx, actor, params.ticketId)),
  mount(unpinTicket, async (ctx, { actor, params }) => {
    await service.unpinTicket(ctx, actor, params.ticketId)
    return { message: 'Ticket unpinned.' }
  })
]
