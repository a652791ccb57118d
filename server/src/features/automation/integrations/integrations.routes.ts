// Calls of the integrations of queues.
import { listIntegrations } from '@guiche/shared/features/automation/integrations.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './integrations.service.ts'

export const integrationRoutes: Route[] = [
  mount(listIntegrations, (ctx, { actor, query }) => service.listIntegrations(ctx, actor.companyId, query))
]
