// Messages and their files go by their age.
import { emptyCopiesSoon, removeUnusedFiles } from '#features/inbox/erasure/erasure.service.ts'
import { addCount, type Expiry, type ExpiryPreview } from '#features/org/retention/retention.events.ts'
import { deleteWordsSoon } from '#features/inbox/tickets/search/delete-words.ts'
import { ticketTouched } from '#features/inbox/tickets/tickets.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './expire-messages.repo.ts'

/** A step of `recordsExpire`. Consoles that show an old message hear nothing of it: they miss it when they read next. */
export async function expireMessages(tx: Ctx, companyId: number, { key, before, limit, taken }: Expiry): Promise<void> {
  if (key === 'fileMonths') {
    const files = await repo.dropExpiredFiles(tx.db, companyId, before, limit)
    addCount(taken, 'files', files.length)
    return removeUnusedFiles(tx, companyId, files)
  }
  const { ids, ticketIds, files, words } = await repo.deleteExpiredMessages(tx.db, companyId, before, limit)
  addCount(taken, 'messages', ids.length)
  await removeUnusedFiles(tx, companyId, files)
  await emptyCopiesSoon(tx, companyId, { messageIds: ids })
  await deleteWordsSoon(tx, companyId, words)
  await ticketTouched(tx, companyId, await repo.clearEmptyTickets(tx.db, companyId, ticketIds))
}

/** A step of `expiryCounted`: files go with their messages too. */
export async function countExpiredMessages(tx: Ctx, companyId: number, preview: ExpiryPreview): Promise<void> {
  const { key, before, counts } = preview
  if (key === 'messageMonths') {
    addCount(counts, 'messages', await repo.countExpiredMessages(tx.db, companyId, before))
  }
  const { count, size } = await repo.countExpiredFiles(tx.db, companyId, before)
  addCount(counts, 'files', count)
  preview.size += size
}
