// Integrations of queues, plugged in.
import type { Feature } from '#platform/feature.ts'
import { integrationsRealtime } from './integrations.realtime.ts'
import { integrationRoutes } from './integrations.routes.ts'

export const integrationsFeature: Feature = {
  name: 'integrations',
  routes: integrationRoutes,
  realtime: integrationsRealtime
}
