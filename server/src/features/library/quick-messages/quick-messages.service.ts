// Rules of quick messages: who sees which.
import type { QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { visibleQuickMessages } from './quick-messages.repo.ts'

/** The caller's own and those of the whole company; ids that older clients send along are not needed. */
export const listQuickMessages = (ctx: Ctx, actor: Actor): Promise<QuickMessage[]> =>
  visibleQuickMessages(ctx.db, actor.companyId, actor.id)
