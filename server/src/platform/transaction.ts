// Transactions: events wait for the commit, what people see of them is logged with the change and sent after it.
import { rawOf } from '#database/client.ts'
import type { Ctx } from './ctx.ts'
import type { EventHub, HeldEvent } from './event-bus.ts'
import type { WireMessage } from './domain-event.ts'

const held = new WeakMap<Ctx, HeldEvent[]>()

/**
 * Runs `work` in one SQL transaction with a context of its own. A nested call joins the outer transaction.
 * Events emitted on the inner context are dropped on rollback; their realtime projections get their sequence
 * numbers inside the transaction, so that the numbers follow the order of commits.
 */
export const inTransaction = async <T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> => {
  if (held.has(ctx)) return work(ctx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(ctx, work)
    } catch (error) {
      // PostgreSQL ends one of two transactions that wait for each other; nothing of it has happened.
      if (attempt === mostAttempts || !isConflict(error)) throw error
    }
  }
}

/** Attempts of a transaction that PostgreSQL ends for the sake of another. */
const mostAttempts = 3

const isConflict = (error: unknown): boolean => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (['40P01', '40001'].includes((at as { code?: string }).code ?? '')) return true
  }
  return false
}

const attemptOnce = async <T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> => {
  const hub = ctx.bus as EventHub
  const events: HeldEvent[] = []
  const { result, sent } = await ctx.pool.transaction(async (db) => {
    const tx: Ctx = { ...ctx, db, bus: hub.holding(events) }
    held.set(tx, events)
    const done = await work(tx)
    return { result: done, sent: await logMessages(tx, hub.projectionsOf(events)) }
  })
  if (sent.length > 0) ctx.realtime.deliver(sent)
  hub.dispatch(ctx, events)
  return result
}

/** True inside `inTransaction`. */
export const isInTransaction = (ctx: Ctx): boolean => held.has(ctx)

/** Logs messages and numbers them. Takes the company's sequence row last, so its lock is held for the commit alone. */
const logMessages = async (tx: Ctx, messages: WireMessage[]): Promise<(WireMessage & { seq: number })[]> => {
  const byCompany = Map.groupBy(messages, (message) => message.companyId)
  const numbered: (WireMessage & { seq: number })[] = []
  // Companies in one order, so that two transactions cannot wait for each other.
  for (const companyId of [...byCompany.keys()].sort((a, b) => a - b)) {
    const own = byCompany.get(companyId) ?? []
    const rows = JSON.stringify(
      own.map((m) => ({ rooms: m.rooms, except: m.except ?? [], name: m.name, payload: JSON.stringify(m.payload) }))
    )
    const [row] = await rawOf(tx.db)<{ seq: number }[]>`
      with next as (
        insert into event_sequences (company_id, seq) values (${companyId}, ${own.length})
        on conflict (company_id) do update set seq = event_sequences.seq + excluded.seq
        returning seq
      ), logged as (
        insert into event_log (company_id, seq, rooms, "except", name, payload)
        select ${companyId}, next.seq - ${own.length} + m.ordinality,
          array(select jsonb_array_elements_text(m.value->'rooms')),
          array(select jsonb_array_elements_text(m.value->'except')),
          m.value->>'name', m.value->>'payload'
        from next, jsonb_array_elements(${rows}::jsonb) with ordinality as m
      )
      select seq from next`
    const last = row?.seq ?? 0
    own.forEach((message, index) => numbered.push({ ...message, seq: last - own.length + index + 1 }))
  }
  return numbered
}
