// Calls of the dashboard.
import { chartTicketsDay, chartTicketsUsers, showDashboard } from '@guiche/shared/features/team/dashboard.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './dashboard.service.ts'

export const dashboardRoutes: Route[] = [
  mount(showDashboard, (ctx, { actor, query }) => service.showDashboard(ctx, actor, query)),
  mount(chartTicketsUsers, (ctx, { actor, query }) => service.ticketsOfUsers(ctx, actor, query)),
  mount(chartTicketsDay, (ctx, { actor, query }) => service.ticketsOfDays(ctx, actor, query))
]
