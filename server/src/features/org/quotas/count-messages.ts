// Counts messages of the month: each transaction adds what it wrote, right before its commit and in one statement a company,
// and writes no more than the plan allows.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '#platform/ctx.ts'
import { beforeCommit } from '#platform/events/last-steps.ts'
import { addToMonth, messagesOf, type MonthCounts } from './quotas.repo.ts'

const counted = new WeakMap<Ctx, Map<number, MonthCounts>>()

/** As PostgreSQL says of a transaction that another one came before: it is tried again, and told then that there is no room. */
class RoomTakenError extends Error {
  readonly code = '40001'
}

/** In the order of companies, so that two transactions cannot wait for each other. */
async function store(tx: Ctx): Promise<void> {
  const companies = [...(counted.get(tx) ?? [])].toSorted(([a], [b]) => a - b)
  for (const [companyId, counts] of companies) {
    if (counts.sent === 0 && counts.received === 0) continue
    const isAdded = await addToMonth(tx.db, { companyId, now: tx.now() }, counts)
    if (!isAdded) throw new RoomTakenError('others have sent the last messages of the month')
  }
}

/** Messages that the running transaction has written; below zero for what it said it would and did not. */
export function countMessages(tx: Ctx, companyId: number, { sent = 0, received = 0 }: Partial<MonthCounts>): void {
  if (sent === 0 && received === 0) return
  const companies = counted.get(tx) ?? new Map<number, MonthCounts>()
  const before = companies.get(companyId) ?? { sent: 0, received: 0 }
  companies.set(companyId, { sent: before.sent + sent, received: before.received + received })
  counted.set(tx, companies)
  beforeCommit(tx, store)
}

/**
 * Counts messages that the running transaction is about to write. Answers with the refusal, ERR_PLAN_LIMIT_MESSAGES with
 * limit and used, when the plan allows fewer this month; nothing is counted then.
 */
export async function claimMessages(tx: Ctx, companyId: number, count: number): Promise<AppError | null> {
  // Counted before the look: what others of this transaction are about to write beside it is in the sum.
  countMessages(tx, companyId, { sent: count })
  const { used, limit } = await messagesOf(tx.db, { companyId, now: tx.now() })
  if (limit === null || used + (counted.get(tx)?.get(companyId)?.sent ?? 0) <= limit) return null
  countMessages(tx, companyId, { sent: -count })
  return new AppError('ERR_PLAN_LIMIT_MESSAGES', { values: { limit, used } })
}

/** True when nothing more goes out this month. */
export async function isOutOfMessages(ctx: Ctx, companyId: number): Promise<boolean> {
  const { used, limit } = await messagesOf(ctx.db, { companyId, now: ctx.now() })
  return limit !== null && used >= limit
}

export const isMessageLimit = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ERR_PLAN_LIMIT_MESSAGES'
