// Removes files after the commit that made them unneeded, whatever breaks off in between.
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/transaction.ts'
import * as repo from './erasure.repo.ts'

/** Files removed in one transaction. */
const batchSize = 50

const removeBatch = (ctx: Ctx, companyId: number | null): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const claimed = await repo.claimRemovals(tx.db, companyId, batchSize)
    for (const { key, isFolder } of claimed) await (isFolder ? tx.storage.removeFolder(key) : tx.storage.remove(key))
    for (const [owner, own] of Map.groupBy(claimed, (one) => one.companyId)) {
      await repo.deleteRemovals(
        tx.db,
        owner,
        own.map(({ key }) => key)
      )
    }
    return claimed.length
  })

/** Removes what is to go, of one company or (null) of all. A file that cannot be removed is tried again every minute. */
export async function carryOutRemovals(ctx: Ctx, companyId: number | null): Promise<void> {
  try {
    while ((await removeBatch(ctx, companyId)) === batchSize);
  } catch (error) {
    ctx.log.warn({ err: error, companyId }, 'files that nobody needs any more stay for now')
  }
}

/** Whether the file is handed out to nobody any more, though it may still be stored. */
export const isToGo = (ctx: Ctx, companyId: number, key: string): Promise<boolean> =>
  repo.isToGo(ctx.db, companyId, key)
