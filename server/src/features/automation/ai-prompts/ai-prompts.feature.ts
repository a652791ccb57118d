// AI prompts, plugged in.
import { beforeQueueDelete } from '#features/org/queues/queues.events.ts'
import type { Feature } from '#platform/feature.ts'
import { promptsRealtime } from './ai-prompts.realtime.ts'
import { promptRoutes } from './ai-prompts.routes.ts'
import { releaseQueue } from './ai-prompts.service.ts'

export const aiPromptsFeature: Feature = {
  name: 'ai-prompts',
  routes: promptRoutes,
  realtime: promptsRealtime,
  listeners: () => beforeQueueDelete.add(releaseQueue)
}
