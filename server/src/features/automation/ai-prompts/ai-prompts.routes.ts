// Calls of AI prompts.
import { listPrompts } from '@guiche/shared/features/automation/ai-prompts.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as repo from './ai-prompts.repo.ts'

export const promptRoutes: Route[] = [
  mount(listPrompts, async (ctx, { actor }) => ({ prompts: await repo.promptsOf(ctx.db, actor.companyId) }))
]
