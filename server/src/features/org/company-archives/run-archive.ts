// The work on an archive: a company is written into one or taken in from one, with progress, until somebody takes it back.
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { exportCompany } from '#company-archive/export-company.ts'
import { importCompany, sweepImports } from '#company-archive/import-company.ts'
import { failureOf } from '#company-archive/failure-of.ts'
import type { ImportTerms } from '#company-archive/check-stages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { openText } from '#platform/secrets/sealed-text.ts'
import type { JobAttempt } from '#platform/work/jobs.ts'
import { companyCreated } from '#features/org/companies/companies.events.ts'
import * as repo from './company-archives.repo.ts'
import { expiryOf } from './company-archives.service.ts'
import { watched } from './watch-work.ts'

/** True while its row is there. */
function reportOf(ctx: Ctx, id: number) {
  return async (done: number) => (await repo.updateArchive(ctx.db, id, { done })) !== null
}

/** A node that stops leaves it to the next try; otherwise the row says why it failed. */
async function settleFailure(ctx: Ctx, id: number, error: unknown, attempt: JobAttempt): Promise<void> {
  const { reason, detail } = failureOf(error)
  const isAgain = (reason === 'internal' || (reason === 'stopped' && attempt.isStopping())) && !attempt.isLastTry
  if (isAgain) throw error
  if (reason === 'internal') ctx.log.error({ err: error, archiveId: id }, 'an archive was not done')
  const now = ctx.now()
  const change = { status: 'failed', failure: reason, detail, sealedKey: null, finishedAt: now } as const
  await repo.updateArchive(ctx.db, id, { ...change, expiresAt: expiryOf(now) })
}

/** The worker of exports. */
export async function runExport(ctx: Ctx, { archiveId }: { archiveId: number }, attempt: JobAttempt): Promise<void> {
  const row = await repo.updateArchive(ctx.db, archiveId, { status: 'running' })
  if (!row || row.companyId === null || row.recipient === null) return
  const { companyId, recipient, fileKey } = row
  try {
    const report = reportOf(ctx, archiveId)
    await watched(ctx, {
      attempt,
      report,
      work: async ({ folder, ...watch }) => {
        const file = path.join(folder, 'company.age')
        const { storage, secrets, pool: db } = ctx
        await exportCompany({ db, storage, secrets, companyId, lock: { keys: [recipient] }, file, ...watch })
        const { size } = await stat(file)
        await storage.save(fileKey, createReadStream(file))
        const now = ctx.now()
        const change = { status: 'done', done: size, size, finishedAt: now, expiresAt: expiryOf(now) } as const
        if (!(await repo.updateArchive(ctx.db, archiveId, change))) await storage.remove(fileKey)
      }
    })
  } catch (error) {
    await settleFailure(ctx, archiveId, error, attempt)
  }
}

/** The worker of imports. */
export async function runImport(ctx: Ctx, { archiveId }: { archiveId: number }, attempt: JobAttempt): Promise<void> {
  const row = await repo.findArchive(ctx.db, archiveId)
  // A company that is here already came with a try before.
  if (!row || row.sealedKey === null || row.companyId !== null) return
  const key = openText(ctx, row.sealedKey)
  await repo.updateArchive(ctx.db, archiveId, { status: 'running' })
  const by = { actorKind: 'super', actorId: row.userId, actorName: row.userName, actorEmail: row.userEmail } as const
  try {
    await sweepImports(ctx.pool, ctx.storage)
    const report = reportOf(ctx, archiveId)
    const { companyId, name } = await watched(ctx, {
      attempt,
      report,
      work: async ({ folder, ...watch }) => {
        const file = path.join(folder, 'company.age')
        await pipeline(await ctx.storage.open(row.fileKey), createWriteStream(file, { mode: 0o600 }))
        const { storage, secrets, pool: db } = ctx
        const terms = row.terms as ImportTerms
        return importCompany({
          db,
          storage,
          secrets,
          file,
          key,
          terms,
          by: { ...by, address: null, agent: null },
          ...watch
        })
      }
    })
    await inTransaction(ctx, async (tx) => {
      const now = tx.now()
      const change = { status: 'done', companyId, name, sealedKey: null, finishedAt: now } as const
      await repo.updateArchive(tx.db, archiveId, { ...change, done: row.size, expiresAt: expiryOf(now) })
      tx.bus.emit(companyCreated, { companyId })
    })
    // What has arrived needs no file any more.
    await ctx.storage.remove(row.fileKey)
  } catch (error) {
    await settleFailure(ctx, archiveId, error, attempt)
  }
}
