// Removes files after the commit that made them unneeded, whatever breaks off in between, and remembers who was erased.
import { spellingsOf } from '@guiche/shared/kernel/phone.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { filesInUse, type Deleted } from './erasure.events.ts'
import { emptyCopiesJob, removeFilesJob } from './erasure.jobs.ts'
import * as repo from './erasure.repo.ts'

/** Files whose removal is asked for, and noted, together. */
const batchSize = 50
/** Files that are removed at the same time: a storage far away takes its time for each. */
const abreast = 10

/** A stored file with what belongs to it, its thumbnail: the first one decides for all. */
export type FileGroup = readonly [key: string, ...further: string[]]

/** Removes files soon after the commit, whoever stops in between; nobody who asked for it waits. */
const removeSoon = (tx: Ctx, companyId: number): Promise<unknown> =>
  tx.jobs.add(tx, removeFilesJob, { companyId }, { singletonKey: String(companyId) })

/** Those of the files that nobody needs any more are to go: their links end with the commit, they themselves soon after. */
export async function removeUnusedFiles(tx: Ctx, companyId: number, files: readonly FileGroup[]): Promise<void> {
  const keys = [...new Set(files.map(([key]) => key))]
  if (keys.length === 0) return
  const used = new Set<string>()
  await filesInUse.run(tx, companyId, { keys, alsoOfDeleted: true, used })
  const unused = new Set(files.filter(([key]) => !used.has(key)).flat())
  if (unused.size === 0) return
  await repo.insertRemovals(tx.db, companyId, [...unused])
  await removeSoon(tx, companyId)
}

/** Messages, tickets, or notes of tickets, are deleted: soon after the commit they lie in no old event and no delivery either. */
export async function emptyCopiesSoon(
  tx: Ctx,
  companyId: number,
  { messageIds = [], ticketIds = [] }: Partial<Deleted>
): Promise<void> {
  if (messageIds.length + ticketIds.length > 0)
    await tx.jobs.add(tx, emptyCopiesJob, { companyId, messageIds, ticketIds })
}

/** Days after which nothing is left of what was told of a record: old events and deliveries of webhooks are swept before. */
const copiesLast = 31

/** False for what was not changed for so long that it lies in no event and no delivery. */
export const mayHaveCopies = (ctx: Pick<Ctx, 'now'>, { updatedAt }: { updatedAt: Date }): boolean =>
  updatedAt.getTime() > ctx.now().getTime() - copiesLast * 24 * 3_600_000

/** Everything below a key is to go. */
export async function removeFolder(tx: Ctx, companyId: number, key: string): Promise<void> {
  await repo.insertFolderRemoval(tx.db, companyId, key)
  await removeSoon(tx, companyId)
}

/** False when it stays for now. */
async function removeOne(ctx: Ctx, { companyId, key, isFolder }: repo.FileRemoval): Promise<boolean> {
  try {
    await (isFolder ? ctx.storage.removeFolder(key) : ctx.storage.remove(key))
    return true
  } catch (error) {
    ctx.log.warn({ err: error, companyId, key }, 'a file that nobody needs any more stays for now')
    return false
  }
}

async function removeBatch(ctx: Ctx, batch: repo.FileRemoval[]): Promise<void> {
  const gone: repo.FileRemoval[] = []
  const left = [...batch]
  const work = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) if (await removeOne(ctx, one)) gone.push(one)
  }
  await Promise.all(Array.from({ length: abreast }, work))
  for (const [owner, own] of Map.groupBy(gone, (one) => one.companyId)) {
    await repo.deleteRemovals(
      ctx.db,
      owner,
      own.map(({ key }) => key)
    )
  }
}

/**
 * Removes what is to go, of one company or of all, outside of any transaction: whatever breaks off, a row stays until its
 * file has gone, and a file that is removed twice is gone all the same. One that cannot be removed keeps no other, and is tried
 * again every minute.
 */
export async function carryOutRemovals(ctx: Ctx, companyId: number | null): Promise<void> {
  try {
    let batch: repo.FileRemoval[] = []
    do {
      batch = await repo.nextRemovals(ctx.db, companyId, batch.at(-1) ?? null, batchSize)
      await removeBatch(ctx, batch)
    } while (batch.length === batchSize)
  } catch (error) {
    ctx.log.warn({ err: error, companyId }, 'files that nobody needs any more stay for now')
  }
}

/**
 * Whether the file is handed out to nobody any more, though it may still be stored: it is to go, or of deleted messages alone.
 * The latter are read with a link of their own (`opensWithheld`), what is to go with none.
 */
export async function isWithheldFile(
  ctx: Ctx,
  companyId: number,
  asked: string,
  opensWithheld: boolean
): Promise<boolean> {
  const { isToGo, ofDeleted } = await repo.standingOf(ctx.db, companyId, asked)
  if (isToGo || ofDeleted === null || opensWithheld) return isToGo
  return inTransaction(ctx, async (tx) => {
    const used = new Set<string>()
    await filesInUse.run(tx, companyId, { keys: [ofDeleted], alsoOfDeleted: false, used })
    return used.size === 0
  })
}

const purpose = 'erased person'

/** One text for both spellings of a number, as an address or bare. */
function plainOf(trace: string): string {
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
