// What would go with a period, before anybody chooses it.
import type { ExpiredCounts, RetentionKey } from '@guiche/shared/features/org/retention.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { expiryMoment } from './carry-out-retention.ts'
import { expiryCounted } from './retention.events.ts'

/** Counts what is older than so many months; 0 stands for never. `size` in bytes. */
export async function previewRetention(
  ctx: Ctx,
  { companyId }: Actor,
  key: RetentionKey,
  months: number
): Promise<{ before: string | null; counts: ExpiredCounts; size: number }> {
  if (months === 0) return { before: null, counts: {}, size: 0 }
  const preview = { key, before: expiryMoment(ctx, months), counts: {}, size: 0 }
  await inTransaction(ctx, (tx) => expiryCounted.run(tx, companyId, preview))
  return { before: preview.before.toISOString(), counts: preview.counts, size: preview.size }
}
