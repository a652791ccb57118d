// The worker of archives that go into stores by themselves: written, stored, older ones removed, and how it ended noted.
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { ScheduleFailure } from '@guiche/shared/features/org/archive-schedules.ts'
import { exportCompany } from '#company-archive/export-company.ts'
import { failureOf } from '#company-archive/failure-of.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { openText } from '#platform/secrets/sealed-text.ts'
import type { JobAttempt } from '#platform/work/jobs.ts'
import { companyOverviewChanged } from '#features/org/companies/companies.events.ts'
import { personToMail } from '#features/org/users/mail-account-change.ts'
import { superUsers } from '#features/org/users/users.service.ts'
import { mailArchiveFailureJob } from './archive-schedules.jobs.ts'
import * as repo from './archive-schedules.repo.ts'
import { storeFailureOf, withStore } from './open-store.ts'
import { watched } from '#features/org/company-archives/watch-work.ts'

/** What another try within minutes does not change. */
const lasting: readonly ScheduleFailure[] = ['address', 'internal-address', 'access', 'bucket', 'region', 'certificate']

/** Thrown with the reason that a screen says; the job's own record holds nothing else of it. */
class RunFailed extends Error {
  readonly failure: ScheduleFailure

  constructor(failure: ScheduleFailure, cause: unknown) {
    super(`an archive did not go into its store: ${failure}`, { cause })
    this.failure = failure
  }
}

function whileWriting(error: unknown): never {
  const { reason } = failureOf(error)
  throw new RunFailed(reason === 'disk-full' || reason === 'stopped' ? reason : 'internal', error)
}

function whileStoring(error: unknown, isStopped: boolean): never {
  // What is no error of the store or the network is what `storeArchive` says of a half archive.
  const failure = failureOf(error).reason === 'internal' ? storeFailureOf(error) : 'answer'
  throw new RunFailed(isStopped ? 'stopped' : (failure ?? 'internal'), error)
}

/** Errors: RunFailed where the address cannot be opened with the secret of this server. */
function addressOf(ctx: Ctx, { sealedAddress }: repo.ScheduleRow): string {
  try {
    return openText(ctx, sealedAddress)
  } catch (error) {
    throw new RunFailed('address', error)
  }
}

/** Of a run that is wanted no more; another try of it may have brought it to its end meanwhile. */
async function removeUnlisted(ctx: Ctx, store: Storage, companyId: number, name: string): Promise<void> {
  try {
    const row = await repo.findSchedule(ctx.db, companyId)
    if (row?.fileName !== name) await store.remove(name)
  } catch (error) {
    ctx.log.warn({ companyId, name, err: error }, 'an archive that nobody wants stays in its store')
  }
}

/** Name in the store and bytes. Errors: RunFailed. */
async function archiveInto(ctx: Ctx, row: repo.ScheduleRow, startedAt: Date, attempt: JobAttempt) {
  const { companyId, recipient, keep } = row
  const address = addressOf(ctx, row)
  const report = async () => (await repo.findRun(ctx.db, companyId, startedAt)) !== null
  return watched(ctx, {
    attempt,
    report,
    work: async ({ folder, ...watch }) => {
      const file = path.join(folder, 'company.age')
      const { storage, secrets, pool: db } = ctx
      const wish = { db, storage, secrets, companyId, lock: { keys: [recipient] }, file }
      await exportCompany({ ...wish, ...watch }).catch(whileWriting)
      const { size } = await stat(file)
      // Between two looks of the watch, too, nothing is sent to a store that was taken back.
      if (!(await report())) throw new RunFailed('stopped', undefined)
      const { signal } = watch
      const { archiveName, storeArchive } = await import('#company-archive/store-archive.ts')
      const name = archiveName(companyId, startedAt)
      // Named by the moment of the claim: a further try writes over what the one before may have left.
      const keeping = { companyId, moment: startedAt, keep, signal, isWanted: report }
      const put = (store: Storage) =>
        storeArchive(store, file, keeping).catch(async (error: unknown) => {
          if (!(await report())) await removeUnlisted(ctx, store, companyId, name)
          throw error
        })
      await withStore({ config: ctx.config, companyId }, address, put, signal).catch((error: unknown) =>
        whileStoring(error, signal.aborted)
      )
      return { name, size }
    }
  })
}

/** Whoever set it, or all super users where that person is gone. */
async function peopleToMail(tx: Ctx, { userCompanyId, userId }: repo.ScheduleRow) {
  const setter = await personToMail(tx, { companyId: userCompanyId, userId })
  if (setter) return [setter]
  const others = await superUsers(tx)
  const people = await Promise.all(others.map(({ companyId, id }) => personToMail(tx, { companyId, userId: id })))
  return people.filter((person) => person !== undefined)
}

async function noteFailure(ctx: Ctx, companyId: number, startedAt: Date, failure: ScheduleFailure): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const endedAt = tx.now()
    const row = await repo.endRun(tx.db, companyId, startedAt, { endedAt, failure, fileName: null, size: null })
    const company = row && (await repo.companyOf(tx.db, companyId))
    if (!row || !company) return
    const facts = { companyId, company: company.name, failure, at: endedAt.getTime(), next: row.dueAt.getTime() }
    for (const person of await peopleToMail(tx, row))
      await tx.jobs.add(tx, mailArchiveFailureJob, { ...person, ...facts })
    tx.bus.emit(companyOverviewChanged, { companyId })
  })
}

async function noteStored(
  ctx: Ctx,
  companyId: number,
  startedAt: Date,
  { name, size }: { name: string; size: number }
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const end = { endedAt: tx.now(), failure: null, fileName: name, size }
    if (!(await repo.endRun(tx.db, companyId, startedAt, end))) return
    const subject = { type: 'company', id: companyId, label: (await repo.companyOf(tx.db, companyId))?.name ?? null }
    recordAudit(tx, { companyId, action: 'company.exported', subject, after: { detail: name } })
    tx.bus.emit(companyOverviewChanged, { companyId })
  })
}

/** The worker of `storeArchiveJob`. */
export async function runSchedule(
  ctx: Ctx,
  { companyId, startedAt: moment }: { companyId: number; startedAt: number },
  attempt: JobAttempt
): Promise<void> {
  const startedAt = new Date(moment)
  const row = await repo.findRun(ctx.db, companyId, startedAt)
  // Switched off, or a former try has brought it to its end.
  if (!row) return
  try {
    await noteStored(ctx, companyId, startedAt, await archiveInto(ctx, row, startedAt, attempt))
  } catch (error) {
    // The company is gone, or the schedule: there is nothing to say, and nothing to try again.
    if (!(await repo.findRun(ctx.db, companyId, startedAt))) return
    const { failure, cause } = error instanceof RunFailed ? error : { failure: 'internal' as const, cause: error }
    ctx.log.warn({ companyId, failure, err: cause }, 'an archive did not go into its store')
    if (!attempt.isLastTry && !lasting.includes(failure)) throw error
    await noteFailure(ctx, companyId, startedAt, failure)
  }
}

/** The worker of `endLostArchiveJob`. */
export async function endLostRun(ctx: Ctx, run: { companyId: number; startedAt: number }): Promise<void> {
  ctx.log.warn({ companyId: run.companyId }, 'the last try of an archive ended without an end of its own')
  await noteFailure(ctx, run.companyId, new Date(run.startedAt), 'stopped')
}
