// Removes files after the commit that made them unneeded, whatever breaks off in between, and remembers who was erased.
import { spellingsOf } from '@guiche/shared/kernel/phone.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction, isInTransaction } from '#platform/transaction.ts'
import { filesInUse } from './erasure.events.ts'
import * as repo from './erasure.repo.ts'

/** Files removed in one transaction. */
const batchSize = 50

/** A stored file with what belongs to it, its thumbnail: the first one decides for all. */
export type FileGroup = readonly [key: string, ...further: string[]]

/** Those of the files that nobody needs any more are to go, as soon as the transaction is committed. */
export async function removeUnusedFiles(tx: Ctx, companyId: number, files: readonly FileGroup[]): Promise<void> {
  const keys = [...new Set(files.map(([key]) => key))]
  if (keys.length === 0) return
  const used = new Set<string>()
  await filesInUse.run(tx, companyId, { keys, alsoOfDeleted: true, used })
  const unused = new Set(files.filter(([key]) => !used.has(key)).flat())
  await repo.insertRemovals(
    tx.db,
    [...unused].map((key) => ({ companyId, key, isFolder: false }))
  )
}

/** Everything below a key is to go. */
export const removeFolder = (tx: Ctx, companyId: number, key: string): Promise<void> =>
  repo.insertRemovals(tx.db, [{ companyId, key, isFolder: true }])

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
  // Before the commit nothing may go: what asked for it may still be taken back.
  if (isInTransaction(ctx)) return
  try {
    while ((await removeBatch(ctx, companyId)) === batchSize);
  } catch (error) {
    ctx.log.warn({ err: error, companyId }, 'files that nobody needs any more stay for now')
  }
}

/** Whether the file is handed out to nobody any more, though it may still be stored. */
export const isToGo = (ctx: Ctx, companyId: number, key: string): Promise<boolean> =>
  repo.isToGo(ctx.db, companyId, key)

const purpose = 'erased person'

/** One text for both spellings of a number, as an address or bare. */
const plainOf = (trace: string): string => {
  const digits = /^(\d+)(?:@s\.whatsapp\.net)?$/.exec(trace)?.[1]
  return digits === undefined ? trace : (spellingsOf(digits).toSorted()[0] ?? digits)
}

/** What stands for an address or a number (digits) where it is not to be read any more. */
export const erasedDigest = (ctx: Pick<Ctx, 'secrets'>, companyId: number, trace: string): string =>
  ctx.secrets.sign(purpose, `${companyId}/${plainOf(trace)}`)

/** Somebody with these addresses and numbers is erased: what was said before does not come back. */
export const rememberErased = (tx: Ctx, companyId: number, traces: string[]): Promise<void> =>
  repo.insertErased(tx.db, companyId, [...new Set(traces.map((trace) => erasedDigest(tx, companyId, trace)))])

/** Of these addresses or numbers (digits) those of people who were erased, each with when that was. */
export async function erasedAmong(ctx: Ctx, companyId: number, traces: string[]): Promise<Map<string, Date>> {
  const digests = new Map(traces.map((trace) => [trace, erasedDigest(ctx, companyId, trace)]))
  const found = await repo.erasedAmong(ctx.db, companyId, [...new Set(digests.values())])
  const moments = new Map(found.map(({ digest, erasedAt }) => [digest, erasedAt]))
  return new Map(
    [...digests].flatMap(([trace, digest]) => {
      const at = moments.get(digest)
      return at ? [[trace, at] as const] : []
    })
  )
}
