// Doing the same with many tickets, plugged in.
import type { Feature } from '#platform/feature.ts'
import { ticketBulkRoutes } from './ticket-bulk.routes.ts'

export const ticketBulkFeature: Feature = { name: 'ticket-bulk', routes: ticketBulkRoutes }
