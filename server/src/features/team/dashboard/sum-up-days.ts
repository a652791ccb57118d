// Sums up the days that are over: they do not change any more, and a dashboard of months reads them instead of every cycle.
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import * as repo from './dashboard.repo.ts'

/** Milliseconds after midnight until which a transaction of the day before may still commit. */
const grace = 15 * 60_000
/** Days summed up in one transaction. */
const daysAtOnce = 31

const dayMs = 86_400_000
const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** One step of a company; answers until where it is summed up, or null when there is nothing left to do here. */
function sumUpSome(ctx: Ctx, company: repo.Behind, through: string | null): Promise<string | null> {
  return inTransaction(ctx, async (tx) => {
    const { companyId, timeZone, settled } = company
    if (!(await repo.claimSums(tx.db, companyId, through))) return null
    if (through === null) await repo.dropSums(tx.db, companyId)
    const before = through ?? (await repo.dayBeforeFirst(tx.db, companyId, timeZone)) ?? later(settled, -1)
    // Nothing before the first cycle is ever asked for, so sums may begin there.
    if (before >= settled) return null
    const last = later(before, daysAtOnce)
    const to = last < settled ? last : settled
    await repo.writeSums(tx.db, companyId, timeZone, { from: later(before, 1), to })
    return to < settled ? to : null
  })
}

/** Runs on a schedule; a company that cannot be summed up does not hold the others up. */
export async function sumUpDays(ctx: Ctx): Promise<void> {
  for (const company of await repo.companiesBehind(ctx.db, new Date(ctx.now().getTime() - grace))) {
    try {
      let { through } = company
      do through = await sumUpSome(ctx, company, through)
      while (through !== null)
    } catch (error) {
      ctx.log.warn({ err: error, companyId: company.companyId }, 'days not summed up')
    }
  }
}
