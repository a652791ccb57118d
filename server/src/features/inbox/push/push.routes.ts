// Calls of Web Push.
import {
  deletePushSubscription,
  savePushSubscription,
  showPushKey,
  testPush
} from '@guiche/shared/features/inbox/push.ts'
import { preferencesOf } from '#features/org/users/users.service.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './push.service.ts'

export const pushRoutes: Route[] = [
  mount(showPushKey, (ctx) => Promise.resolve({ key: service.publicKey(ctx) })),
  mount(savePushSubscription, async (ctx, { actor, body, request }) => {
    await service.saveSubscription(ctx, actor, body, request.headers['user-agent'] ?? '')
    return { message: 'Subscription saved.' }
  }),
  mount(deletePushSubscription, async (ctx, { actor, body }) => {
    await service.deleteSubscription(ctx, actor, body.endpoint)
    return { message: 'Subscription deleted.' }
  }),
  mount(testPush, async (ctx, { actor, body }) => {
    const { language } = await preferencesOf(ctx, actor.companyId, actor.id)
    await service.testSubscription(ctx, actor, body.endpoint, language ?? 'pt')
    return { message: 'Notification sent.' }
  })
]
