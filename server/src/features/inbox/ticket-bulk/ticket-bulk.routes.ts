// The call that does the same with many tickets.
import { changeTickets } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './ticket-bulk.service.ts'

export const ticketBulkRoutes: Route[] = [
  mount(changeTickets, async (ctx, { actor, body }) => ({
    results: await service.changeTickets(ctx, actor, body.ticketIds, body.action)
  }))
]
