// Counts messages of the month: each transaction adds what it wrote, right before its commit and in one statement a company.
import type { Ctx } from '#platform/ctx.ts'
import { beforeCommit } from '#platform/events/last-steps.ts'
import { addToMonth, type MonthCounts } from './quotas.repo.ts'

const counted = new WeakMap<Ctx, Map<number, MonthCounts>>()

/** In the order of companies, so that two transactions cannot wait for each other. */
async function store(tx: Ctx): Promise<void> {
  const companies = [...(counted.get(tx) ?? [])].toSorted(([a], [b]) => a - b)
  for (const [companyId, counts] of companies) await addToMonth(tx.db, { companyId, now: tx.now() }, counts)
}

/** Messages that the running transaction has written. */
export function countMessages(tx: Ctx, companyId: number, { sent = 0, received = 0 }: Partial<MonthCounts>): void {
  if (sent + received === 0) return
  const companies = counted.get(tx) ?? new Map<number, MonthCounts>()
  const before = companies.get(companyId) ?? { sent: 0, received: 0 }
  companies.set(companyId, { sent: before.sent + sent, received: before.received + received })
  counted.set(tx, companies)
  beforeCommit(tx, store)
}
