// Calls of the dashboard.
import { chartTicketsDay, chartTicketsUsers, showDashboard } from '@guiche/shared/features/team/dashboard.ts'
import { companyInReach } from '#platform/actor.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './dashboard.service.ts'

export const dashboardRoutes: Route[] = [
  mount(showDashboard, (ctx, { actor, query }) => service.showDashboard(ctx, actor.companyId, query)),
  mount(chartTicketsUsers, (ctx, { actor, query }) =>
    service.ticketsOfUsers(ctx, companyInReach(actor, query.companyId), query)
  ),
  mount(chartTicketsDay, (ctx, { actor, query }) =>
    service.ticketsOfDays(ctx, companyInReach(actor, query.companyId), query)
  )
]
