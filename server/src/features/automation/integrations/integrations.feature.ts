// Integrations of queues, plugged in.
import { refreshFlows } from '#features/automation/chatbot/flow/load-flow.ts'
import type { Feature } from '#platform/feature.ts'
import { integrationRemoved } from './integrations.events.ts'
import { integrationsRealtime } from './integrations.realtime.ts'
import { integrationRoutes } from './integrations.routes.ts'

export const integrationsFeature: Feature = {
  name: 'integrations',
  routes: integrationRoutes,
  realtime: integrationsRealtime,
  // Deleting it took it away from connections and queues, which are not told one by one.
  listeners: (bus) => bus.on(integrationRemoved, (ctx, { companyId }) => refreshFlows(ctx, companyId))
}
