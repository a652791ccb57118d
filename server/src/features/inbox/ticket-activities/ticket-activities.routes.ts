// Calls of activities.
import { listActivities } from '@guiche/shared/features/inbox/ticket-activities.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './ticket-activities.service.ts'

export const ticketActivityRoutes: Route[] = [
  mount(listActivities, (ctx, { actor, params }) => service.listActivities(ctx, actor, params.ticketId))
]
