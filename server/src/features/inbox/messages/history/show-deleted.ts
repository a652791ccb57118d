// What a deleted message held: kept from everybody but admins, who are written down when they look.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { withheldUrl } from '#platform/storage/media-link.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { contentOf, insertView, viewsOf } from '../deleted-content.repo.ts'
import { visibleMessage } from '../read/load-messages.ts'

/** Errors: ERR_NO_MESSAGE_FOUND, also for one that is not deleted or whose content is gone for good. */
export function showDeletedContent(ctx: Ctx, actor: Actor, id: string) {
  return inTransaction(ctx, async (tx) => {
    const { companyId, id: userId, name: userName } = actor
    const { row } = await visibleMessage(tx, actor, id)
    const content = row.isDeleted ? await contentOf(tx.db, companyId, id) : null
    if (!content) throw new AppError('ERR_NO_MESSAGE_FOUND')
    await insertView(tx.db, { companyId, messageId: id, userId, userName, createdAt: tx.now() })
    tx.log.info({ companyId, messageId: id, userId }, 'an admin looks at a deleted message')
    const { key, name = 'file', mime = 'application/octet-stream' } = content.media ?? {}
    const views = await viewsOf(tx.db, companyId, id)
    return {
      body: content.body,
      mediaType: row.mediaType as never,
      mediaUrl: key === undefined ? null : withheldUrl(tx, key, { name, mime }),
      mediaName: content.media?.name ?? null,
      mediaMime: content.media?.mime ?? null,
      views: views.map((view) => ({ ...view, createdAt: view.createdAt.toISOString() }))
    }
  })
}
