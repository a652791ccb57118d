// Internal chats, plugged in.
import { expiryCounted, recordsExpire } from '#features/org/retention/retention.events.ts'
import { beforeUserDelete } from '#features/org/users/users.events.ts'
import type { Feature } from '#platform/feature.ts'
import { countExpiredChatMessages, expireChatMessages } from './expire-chat-messages.ts'
import { internalChatJobs } from './internal-chat.jobs.ts'
import { internalChatRealtime } from './internal-chat.realtime.ts'
import { internalChatRoutes } from './internal-chat.routes.ts'
import { releaseUser } from './internal-chat.service.ts'

export const internalChatFeature: Feature = {
  name: 'internal-chat',
  routes: internalChatRoutes,
  realtime: internalChatRealtime,
  jobs: internalChatJobs,
  listeners: () => {
    beforeUserDelete.add(releaseUser)
    recordsExpire.add(expireChatMessages)
    expiryCounted.add(countExpiredChatMessages)
  }
}
