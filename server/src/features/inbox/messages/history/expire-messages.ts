// Messages and their files go by their age.
import { emptyCopiesSoon, mayHaveCopies, removeUnusedFiles } from '#features/inbox/erasure/erasure.service.ts'
import { addCount, type Expiry, type ExpiryPreview } from '#features/org/retention/retention.events.ts'
import { ticketTouched } from '#features/inbox/tickets/tickets.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './expire-messages.repo.ts'

/**
 * A step of `recordsExpire`. Words that nothing else holds go with those of the same night. Consoles that show an old message hear nothing of it: they miss
 * it when they read next.
 */
export async function expireMessages(tx: Ctx, companyId: number, { key, before, limit, taken }: Expiry): Promise<void> {
  if (key === 'fileMonths') {
    const files = await repo.dropExpiredFiles(tx.db, companyId, before, limit)
    addCount(taken, 'files', files.length)
    return removeUnusedFiles(tx, companyId, files)
  }
  const { messages, ticketIds, files } = await repo.deleteExpiredMessages(tx.db, companyId, before, limit)
  addCount(taken, 'messages', messages.length)
  await removeUnusedFiles(tx, companyId, files)
  const told = messages.filter((one) => mayHaveCopies(tx, one))
  await emptyCopiesSoon(tx, companyId, { messageIds: told.map(({ id }) => id) })
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
