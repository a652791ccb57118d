// Calls of AI prompts.
import * as api from '@guiche/shared/features/automation/ai-prompts.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './ai-prompts.service.ts'

export const promptRoutes: Route[] = [
  mount(api.listPrompts, async (ctx, { actor }) => ({ prompts: await service.listPrompts(ctx, actor.companyId) })),
  mount(api.showPrompt, (ctx, { actor, params }) => service.showPrompt(ctx, actor.companyId, params.id)),
  mount(api.createPrompt, (ctx, call) => service.createPrompt(ctx, call, call.body)),
  mount(api.updatePrompt, (ctx, call) => service.updatePrompt(ctx, call, call.params.id, call.body)),
  mount(api.deletePrompt, async (ctx, { actor, params }) => {
    await service.deletePrompt(ctx, actor.companyId, params.id)
    return { message: 'Prompt deleted' }
  })
]
