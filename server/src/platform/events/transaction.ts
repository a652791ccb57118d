// Transactions: events wait for the commit, what people see of them is logged with the change and sent after it. Acts are
// written into the audit log with them.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { openTransaction, sendCommit } from '#database/client.ts'
import { openAudit, writeAudit } from '../audit/record-audit.ts'
import type { Ctx } from '../ctx.ts'
import type { EventHub, BufferedEvent } from './event-bus.ts'
import type { WireMessage } from './domain-event.ts'
import { createCommitOrder, type CommitPosition } from './commit-order.ts'
import { logEvents, type Numbered } from './event-log.repo.ts'
import { openLastSteps, takeLastSteps } from './last-steps.ts'

const held = new WeakMap<Ctx, BufferedEvent[]>()

/**
 * Runs `work` in one SQL transaction with a context of its own. A nested call joins the outer transaction.
 * Events emitted on the inner context are dropped on rollback; their realtime projections get their sequence
 * numbers inside the transaction, so that the numbers follow the order of commits.
 */
export async function inTransaction<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  if (held.has(ctx)) return work(ctx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(ctx, work)
    } catch (error) {
      // Another transaction was in the way, and nothing of this one has happened.
      if (attempt === mostAttempts || !isConflict(error)) throw error
    }
  }
}

/** Attempts of a transaction that PostgreSQL ends for the sake of another. */
const mostAttempts = 3

/**
 * SQLSTATEs: two that wait for each other; a row that was there when it was looked for and is deleted by now, or refers by
 * now to what is being deleted; a row that somebody else has made first. Whoever looks again knows what to say.
 */
const conflicts = new Set(['40P01', '40001', '23503', '23505'])

function isConflict(error: unknown): boolean {
  // What has a name of ours is an answer already.
  for (
    let at = error, depth = 0;
    at instanceof Error && !(at instanceof AppError) && depth < 5;
    at = at.cause, depth++
  ) {
    if (conflicts.has((at as { code?: string }).code ?? '')) return true
  }
  return false
}

const takeTurn = createCommitOrder()

async function attemptOnce<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  const hub = ctx.bus as EventHub
  const events: BufferedEvent[] = []
  let turn: CommitPosition | undefined
  try {
    const { result, sent } = await openTransaction(ctx.pool, async (db) => {
      const tx: Ctx = { ...ctx, db, bus: hub.holding(events) }
      held.set(tx, events)
      openAudit(tx)
      openLastSteps(tx)
      const done = await work(tx)
      await takeLastSteps(tx)
      await writeAudit(tx)
      const logged = logMessages(tx, hub.projectionsOf(events))
      if (logged.length === 0) return { result: done, sent: [] }
      // Until the commit nobody else of these companies can number events: it does not wait for an answer to get here.
      const committed = sendCommit(db)
      const numbered = (await Promise.all(logged)).flat()
      turn = takeTurn(numbered.map(({ companyId }) => companyId))
      await committed
      return { result: done, sent: numbered }
    })
    if (turn) {
      await turn.ready
      ctx.realtime.deliver(sent)
    }
    hub.dispatch(ctx, events)
    return result
  } finally {
    turn?.end()
  }
}

/** True inside `inTransaction`. */
export const isInTransaction = (ctx: Ctx): boolean => held.has(ctx)

/**
 * Logs messages and numbers them, one statement a company. Takes the companies' sequence rows last, so their locks are
 * held for the commit alone, and in one order, so that two transactions cannot wait for each other.
 */
function logMessages(tx: Ctx, messages: WireMessage[]): Promise<Numbered[]>[] {
  const byCompany = Map.groupBy(messages, (message) => message.companyId)
  return [...byCompany].sort(([a], [b]) => a - b).map(([companyId, own]) => logEvents(tx.db, companyId, own))
}
