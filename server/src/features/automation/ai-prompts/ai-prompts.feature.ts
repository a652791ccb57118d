// AI prompts, plugged in.
import { beforeQueueDelete } from '#features/org/queues/queues.events.ts'
import { refreshFlows } from '#features/automation/chatbot/flow/load-flow.ts'
import type { Feature } from '#platform/feature.ts'
import { promptRemoved } from './ai-prompts.events.ts'
import { promptsRealtime } from './ai-prompts.realtime.ts'
import { promptRoutes } from './ai-prompts.routes.ts'
import { releaseQueue } from './ai-prompts.service.ts'

export const aiPromptsFeature: Feature = {
  name: 'ai-prompts',
  routes: promptRoutes,
  realtime: promptsRealtime,
  listeners: (bus) => {
    beforeQueueDelete.add(releaseQueue)
    // Deleting it took it away from connections and queues, which are not told one by one.
    bus.on(promptRemoved, (ctx, { companyId }) => refreshFlows(ctx, companyId))
  }
}
