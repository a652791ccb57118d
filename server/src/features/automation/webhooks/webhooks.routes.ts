// Calls of webhooks.
import * as api from '@guiche/shared/features/automation/webhooks.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as deliveries from './inspect-deliveries.ts'
import * as service from './webhooks.service.ts'

export const webhookRoutes: Route[] = [
  mount(api.listWebhooks, async (ctx, { actor }) => ({ webhooks: await service.listWebhooks(ctx, actor.companyId) })),
  mount(api.createWebhook, (ctx, call) => service.createWebhook(ctx, call, call.body)),
  mount(api.updateWebhook, (ctx, call) => service.updateWebhook(ctx, call, call.params.id, call.body)),
  mount(api.deleteWebhook, async (ctx, { actor, params }) => {
    await service.deleteWebhook(ctx, actor.companyId, params.id)
    return { message: 'Webhook deleted' }
  }),
  mount(api.renewWebhookSecret, (ctx, call) => service.renewSecret(ctx, call, call.params.id)),
  mount(api.resumeWebhook, (ctx, { actor, params }) => service.resumeWebhook(ctx, actor.companyId, params.id)),
  mount(api.tryWebhook, (ctx, { actor, params }) => deliveries.tryWebhook(ctx, actor.companyId, params.id)),
  mount(api.listDeliveries, (ctx, { actor, params, query }) =>
    deliveries.listDeliveries(ctx, actor.companyId, params.id, query)
  ),
  mount(api.replayDelivery, (ctx, { actor, params }) => deliveries.replayDelivery(ctx, actor.companyId, params))
]
