// Calls of the chatbot.
import {
  createQueueOption,
  deleteQueueOption,
  listQueueOptions,
  restoreQueueOptions,
  tryChatbot,
  updateQueueOption
} from '@guiche/shared/features/automation/chatbot.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './chatbot.service.ts'
import { tryFlow } from './run/try-flow.ts'

export const chatbotRoutes: Route[] = [
  mount(listQueueOptions, (ctx, { actor, query }) => service.listOptions(ctx, actor, query)),
  mount(createQueueOption, (ctx, { actor, body }) => service.createOption(ctx, actor, body)),
  mount(updateQueueOption, (ctx, { actor, params, body }) => service.updateOption(ctx, actor, params.id, body)),
  mount(deleteQueueOption, async (ctx, { actor, params }) => {
    const options = await service.deleteOption(ctx, actor, params.id)
    return { message: 'Option deleted', options }
  }),
  mount(restoreQueueOptions, (ctx, { actor, body }) => service.restoreOptions(ctx, actor, body)),
  mount(tryChatbot, (ctx, { actor, body }) => tryFlow(ctx, actor, body))
]
