// Quick messages, plugged in.
import { beforeQueueDelete } from '#features/org/queues/queues.events.ts'
import { beforeUserDelete } from '#features/org/users/users.events.ts'
import type { Feature } from '#platform/feature.ts'
import { quickMessagesRealtime } from './quick-messages.realtime.ts'
import { quickMessageRoutes } from './quick-messages.routes.ts'
import { releaseQueue, releaseUser } from './quick-messages.service.ts'

export const quickMessagesFeature: Feature = {
  name: 'quick-messages',
  routes: quickMessageRoutes,
  realtime: quickMessagesRealtime,
  listeners: () => {
    beforeUserDelete.add(releaseUser)
    beforeQueueDelete.add(releaseQueue)
  }
}
