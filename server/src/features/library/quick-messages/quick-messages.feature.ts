// Quick messages, plugged in.
import { beforeUserDelete } from '#features/org/users/users.events.ts'
import type { Feature } from '#platform/feature.ts'
import { quickMessagesRealtime } from './quick-messages.realtime.ts'
import { quickMessageRoutes } from './quick-messages.routes.ts'
import { releaseUser } from './quick-messages.service.ts'

export const quickMessagesFeature: Feature = {
  name: 'quick-messages',
  routes: quickMessageRoutes,
  realtime: quickMessagesRealtime,
  listeners: () => beforeUserDelete.add(releaseUser)
}
