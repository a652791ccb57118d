// Calls of the integrations of queues.
import * as api from '@guiche/shared/features/automation/integrations.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import { trySession } from './try-session.ts'
import * as service from './integrations.service.ts'

export const integrationRoutes: Route[] = [
  mount(api.listIntegrations, (ctx, { actor, query }) => service.listIntegrations(ctx, actor.companyId, query)),
  mount(api.testSession, (ctx, { actor, body }) => trySession(ctx, actor.companyId, body)),
  mount(api.showIntegration, (ctx, { actor, params }) => service.showIntegration(ctx, actor.companyId, params.id)),
  mount(api.createIntegration, (ctx, call) => service.createIntegration(ctx, call, call.body)),
  mount(api.updateIntegration, (ctx, call) => service.updateIntegration(ctx, call, call.params.id, call.body)),
  mount(api.deleteIntegration, async (ctx, { actor, params }) => {
    await service.deleteIntegration(ctx, actor.companyId, params.id)
    return { message: 'Integration deleted' }
  })
]
