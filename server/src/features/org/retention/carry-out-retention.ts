// Every night, in small steps: conversations and files that are older than their company keeps them go.
import type { ExpiredCounts } from '@guiche/shared/features/org/retention.ts'
import { monthsLater } from '@guiche/shared/features/org/due-dates.ts'
import { wallClock } from '@guiche/shared/kernel/zoned-time.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { JobAttempt } from '#platform/work/jobs.ts'
import { addCount, recordsExpire } from './retention.events.ts'
import { retentionJob } from './retention.jobs.ts'
import { periodsOf, type CompanyPeriod } from './retention.repo.ts'

/** Records of each kind that one transaction takes: whoever works in the company waits for it. */
const batchSize = 200
/** Transactions of one night; the rest goes the next one. */
const mostBatches = 20_000
/** Hours of the company's clock in which a night's work begins. */
const nightHours: readonly number[] = [3, 4, 5]
/** Milliseconds in which a choice can still be taken back. */
const graceTime = 3 * 3_600_000

const totalOf = (counts: ExpiredCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** What is older than this goes. */
export const expiryMoment = (ctx: Pick<Ctx, 'now'>, months: number): Date => monthsLater(ctx.now(), -months)

/** Takes what is older than one of a company's periods; stops early when the period has changed meanwhile. */
async function carryOut(
  ctx: Ctx,
  { companyId, key, months }: CompanyPeriod,
  attempt: Pick<JobAttempt, 'isStopping'>
): Promise<void> {
  const before = expiryMoment(ctx, months)
  const all: ExpiredCounts = {}
  try {
    for (let batches = 0; batches < mostBatches && !attempt.isStopping(); batches += 1) {
      const taken = await inTransaction(ctx, async (tx) => {
        const still = (await periodsOf(tx.db, companyId)).some((one) => one.key === key && one.months === months)
        const counts: ExpiredCounts = {}
        if (still) await recordsExpire.run(tx, companyId, { key, before, limit: batchSize, taken: counts })
        return counts
      })
      if (totalOf(taken) === 0) break
      for (const [kind, count] of Object.entries(taken)) addCount(all, kind as keyof ExpiredCounts, count)
    }
  } finally {
    if (totalOf(all) > 0) {
      const after = { setting: key, months, before: before.toISOString(), ...all }
      await inTransaction(ctx, async (tx) => recordAudit(tx, { companyId, action: 'retention.carried-out', after }))
    }
  }
}

/** The worker of a company's night. */
export async function carryOutRetention(
  ctx: Ctx,
  { companyId }: { companyId: number },
  attempt: Pick<JobAttempt, 'isStopping'>
): Promise<void> {
  const settled = ctx.now().getTime() - graceTime
  for (const period of await periodsOf(ctx.db, companyId)) {
    if (period.since.getTime() <= settled) await carryOut(ctx, period, attempt)
  }
}

/** Begins the night's work of the companies where it is night. */
export async function beginNights(ctx: Ctx): Promise<void> {
  const periods = (await periodsOf(ctx.db)).filter(({ timeZone }) =>
    nightHours.includes(wallClock(ctx.now(), timeZone).hour)
  )
  for (const companyId of new Set(periods.map((one) => one.companyId))) {
    await inTransaction(ctx, (tx) => tx.jobs.add(tx, retentionJob, { companyId }, { singletonKey: String(companyId) }))
  }
}
