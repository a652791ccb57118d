// Carries out what waits in a connection's outbox: in order within a conversation, a few conversations at once.
import type { FailureReason } from '@guiche/shared/features/inbox/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { createSerialQueues, type Lanes } from '#platform/work/serial-queues.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { WhatsAppRefusal, type ConnectionRef, type OutboundTask } from '#platform/whatsapp-port.ts'
import { jsonOf } from '../read/message-rows.ts'
import { messagesChanged } from '../read/load-messages.ts'
import * as messages from '../messages.repo.ts'
import { refuseChange } from './refuse-change.ts'
import { sendTaskOf } from './outbound-tasks.ts'
import * as repo from './outbox.repo.ts'
import type { OutboxRow } from './outbox.repo.ts'

/** Conversations served at once. */
const width = 16
/** Tasks read with one look: while some of them wait, what is new waits behind them. */
const mostAhead = 64
/** Tasks that are done with in one transaction. */
const mostTogether = 100
/** Attempts after which a send that WhatsApp keeps refusing is given up. */
const mostAttempts = 8
/** Failed attempts after which a file lets pass what stands behind it, as on a phone; one is enough that took as many ms. */
const attemptsInOrder = 2
const longAttempt = 10_000
/** Milliseconds before the first further attempt; doubles, up to five minutes. */
const firstDelay = 2_000
const longestDelay = 300_000

const delayOf = (attempts: number): number => Math.min(longestDelay, firstDelay * 2 ** attempts)

/** The task for WhatsApp; null when it is no longer wanted. */
async function taskOf(ctx: Ctx, companyId: number, row: OutboxRow): Promise<OutboundTask | null> {
  const payload = jsonOf(row.payload) as Record<string, unknown>
  switch (row.kind) {
    case 'send':
      return row.message_id === null ? null : sendTaskOf(ctx, companyId, row.message_id, row.chat)
    case 'read':
      return {
        kind: 'read',
        marks: [
          {
            chat: row.chat,
            waIds: payload['waIds'] as string[],
            participant: (payload['participant'] as string | null) ?? null
          }
        ]
      }
    default: {
      // What is kept for the case of a refusal is nobody else's business.
      const { before: _before, userId: _user, ...rest } = payload
      return { kind: row.kind, chat: row.chat, ...rest } as OutboundTask
    }
  }
}

/** Tasks whose messages WhatsApp has are done with: together, since each transaction of a company waits for the others. */
function succeed(ctx: Ctx, companyId: number, rows: OutboxRow[]): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await repo.finishTasks(
      tx.db,
      companyId,
      rows.map(({ id }) => id)
    )
    const sent = rows.flatMap((row) => (row.kind === 'send' && row.message_id !== null ? [row.message_id] : []))
    if (sent.length > 0) await messagesChanged(tx, companyId, await repo.markSent(tx.db, companyId, sent))
  })
}

/** A message that cannot be sent says why; other work that WhatsApp refuses is dropped. */
export function fail(ctx: Ctx, companyId: number, messageId: string | null, reason: FailureReason, taskId?: number) {
  return inTransaction(ctx, async (tx) => {
    if (taskId !== undefined) await repo.deleteTasks(tx.db, companyId, [taskId])
    if (messageId === null) return
    const message = await messages.lockMessage(tx.db, companyId, messageId)
    if (!message || message.delivery === 'cancelled' || message.ack > 1) return
    await messages.updateMessageRow(tx.db, companyId, messageId, { delivery: 'failed', failure: reason })
    await messagesChanged(tx, companyId, [messageId])
  })
}

interface Finishing {
  /** Tasks that WhatsApp has and the database does not know of yet; they are not given to WhatsApp again. */
  done: Set<number>
  lanes: Lanes<OutboxRow>
}

async function carryOut(ctx: Ctx, ref: ConnectionRef, row: OutboxRow, { done, lanes }: Finishing): Promise<void> {
  const { companyId } = ref
  const finish = async () => {
    await lanes.add(companyId, row)
    done.delete(row.id)
  }
  if (done.has(row.id)) return finish()
  const task = await taskOf(ctx, companyId, row)
  if (task === null) return repo.deleteTasks(ctx.db, companyId, [row.id])
  const begun = performance.now()
  try {
    await ctx.whatsapp.perform(ref, task)
  } catch (error) {
    const refusal = error instanceof WhatsAppRefusal ? error : new WhatsAppRefusal('unknown', true, error)
    // A session that went away is nobody's failure: the task waits for it.
    if (!ctx.whatsapp.isConnected(ref)) return
    ctx.log.warn({ ...ref, task: row.kind, reason: refusal.reason, attempts: row.attempts, err: refusal }, 'not sent')
    if (refusal.retry && row.attempts < mostAttempts) {
      const isLate = row.attempts + 1 >= attemptsInOrder || performance.now() - begun > longAttempt
      const stepsAside = isLate && task.kind === 'send' && task.file !== null
      return repo.postponeTask(ctx.db, companyId, row.id, { delay: delayOf(row.attempts), stepsAside })
    }
    if (row.kind === 'delete' || row.kind === 'edit') return refuseChange(ctx, companyId, row)
    return fail(ctx, companyId, row.kind === 'send' ? row.message_id : null, refusal.reason, row.id)
  }
  done.add(row.id)
  await finish()
}

interface Drain {
  running: boolean
  /** There may be new work since the last look. */
  isRung: boolean
  ring: () => void
  timer: NodeJS.Timeout | null
}

export interface Delivery {
  /** Works off a connection's outbox until nothing is due; of two calls at once the second rings for the first. */
  drain(ref: ConnectionRef): Promise<void>
  /** No further looks; resolves when what was begun is done. */
  stop(): Promise<void>
}

/** Makes the deliverer of this node. */
export function createDelivery(ctx: Ctx): Delivery {
  const drains = new Map<string, Drain>()
  const active = new Set<Promise<void>>()
  const finishing: Finishing = {
    done: new Set(),
    lanes: createSerialQueues({ most: mostTogether, work: (companyId, rows) => succeed(ctx, companyId, rows) })
  }
  let stopped = false

  /** Each conversation waits for itself alone: a large file to one customer holds up no other. */
  const workOff = async (ref: ConnectionRef, state: Drain): Promise<void> => {
    const busy = new Map<string, Promise<void>>()
    const troubles: Error[] = []
    /** Of conversations that are not busy, one each. */
    let next: OutboxRow[] = []
    try {
      while (!stopped && troubles.length === 0 && ctx.whatsapp.isConnected(ref)) {
        const bell = Promise.withResolvers<void>()
        if (next.length === 0 && busy.size < width) {
          Object.assign(state, { isRung: false, ring: bell.resolve })
          next = await repo.dueTasks(ctx.db, ref, [...busy.keys()], mostAhead)
        } else state.ring = bell.resolve
        for (const row of next.splice(0, width - busy.size)) {
          const one = carryOut(ctx, ref, row, finishing)
            .catch((error: Error) => void troubles.push(error))
            .finally(() => busy.delete(row.chat))
          busy.set(row.chat, one)
        }
        if (busy.size > 0) await Promise.race([...busy.values(), bell.promise])
        else if (!state.isRung) break
      }
    } finally {
      // Whoever comes next does not know what is under way.
      await Promise.all(busy.values())
    }
    for (const trouble of troubles) throw trouble
  }

  const drain = async (ref: ConnectionRef): Promise<void> => {
    const key = `${ref.companyId}/${ref.connectionId}`
    const state = drains.get(key) ?? { running: false, isRung: false, ring: () => {}, timer: null }
    drains.set(key, state)
    state.isRung = true
    state.ring()
    if (state.running || stopped) return
    state.running = true
    if (state.timer) clearTimeout(state.timer)
    try {
      await workOff(ref, state)
    } catch (error) {
      ctx.log.error({ ...ref, err: error }, 'outbox not drained')
    } finally {
      state.running = false
    }
    if (stopped || !ctx.whatsapp.isConnected(ref)) return
    // Something may be due later, or the database was away: look again then.
    const wait = await repo.nextDueIn(ctx.db, ref).catch(() => firstDelay)
    if (wait !== null) state.timer = setTimeout(() => void track(ref), Math.max(50, Math.min(wait, 60_000))).unref()
  }

  const track = (ref: ConnectionRef): Promise<void> => {
    const work = drain(ref).finally(() => active.delete(work))
    active.add(work)
    return work
  }

  return {
    drain: track,
    stop: async () => {
      stopped = true
      for (const { timer } of drains.values()) if (timer) clearTimeout(timer)
      await Promise.all(active)
    }
  }
}

/**
 * A connection goes: what still waits to go out over it never will, and says so; what was to be deleted or changed stays with
 * the customer as it was. Runs in the transaction that deletes it.
 */
export async function releaseConnection(tx: Ctx, companyId: number, connectionId: number): Promise<void> {
  for (const row of await repo.waitingChanges(tx.db, companyId, connectionId)) await refuseChange(tx, companyId, row)
  await messagesChanged(tx, companyId, await messages.failWaiting(tx.db, companyId, connectionId, 'no-session'))
}

/** The session is open again: what was put off is due at once. */
export const makeOutboxDue = (ctx: Ctx, ref: ConnectionRef): Promise<void> => repo.makeTasksDue(ctx.db, ref)
