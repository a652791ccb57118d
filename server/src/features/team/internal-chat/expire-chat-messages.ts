// What colleagues wrote to one another goes by its age, as conversations with customers do.
import { addCount, type Expiry, type ExpiryPreview } from '#features/org/retention/retention.events.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './chat-messages.repo.ts'
import { removeChatFiles } from './internal-chat.jobs.ts'

/** A step of `recordsExpire`. */
export async function expireChatMessages(
  tx: Ctx,
  companyId: number,
  { key, before, limit, taken }: Expiry
): Promise<void> {
  if (key !== 'messageMonths') return
  const gone = await repo.deleteOlderMessages(tx.db, companyId, before, limit)
  if (gone.length === 0) return
  addCount(taken, 'chatMessages', gone.length)
  const keys = gone.flatMap(({ media }) => [media?.key, media?.thumbnailKey].filter((file) => file !== undefined))
  if (keys.length > 0) await tx.jobs.add(tx, removeChatFiles, { keys })
  await repo.clearEmptyChats(tx.db, companyId, [...new Set(gone.map(({ chatId }) => chatId))])
}

/** A step of `expiryCounted`. */
export async function countExpiredChatMessages(
  tx: Ctx,
  companyId: number,
  { key, before, counts }: ExpiryPreview
): Promise<void> {
  if (key === 'messageMonths') {
    addCount(counts, 'chatMessages', await repo.countOlderMessages(tx.db, companyId, before))
  }
}
