// Carries out what waits in a connection's outbox: in order within a conversation, a few conversations at once.
import type { FailureReason } from '@guiche/shared/features/inbox/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { createLocalWorker, type LocalWorker } from '#platform/work/local-worker.ts'
import { createSerialQueues } from '#platform/work/serial-queues.ts'
import type { Claimed } from '#platform/work/work-loop.ts'
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
      return row.messageId === null ? null : sendTaskOf(ctx, companyId, row.messageId, row.chat)
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
    const sent = rows.flatMap((row) => (row.kind === 'send' && row.messageId !== null ? [row.messageId] : []))
    if (sent.length > 0) await messagesChanged(tx, companyId, await repo.markSent(tx.db, companyId, sent))
  })
}

interface Failed {
  messageId: string | null
  reason: FailureReason
  taskId?: number
}

/** A message that cannot be sent says why; other work that WhatsApp refuses is dropped. */
export function fail(ctx: Ctx, companyId: number, { messageId, reason, taskId }: Failed): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    if (taskId !== undefined) await repo.deleteTasks(tx.db, companyId, [taskId])
    if (messageId === null) return
    const message = await messages.lockMessage(tx.db, companyId, messageId)
    if (!message || message.delivery === 'cancelled' || message.ack > 1) return
    await messages.updateMessageRow(tx.db, companyId, messageId, { delivery: 'failed', failure: reason })
    await messagesChanged(tx, companyId, [messageId])
  })
}

/** WhatsApp did not take a task; `stepsAside`: what stands behind it may go before it from now on. */
class NotSentError extends Error {
  readonly refusal: WhatsAppRefusal
  readonly stepsAside: boolean
  constructor(refusal: WhatsAppRefusal, stepsAside: boolean) {
    super('not sent', { cause: refusal })
    this.refusal = refusal
    this.stepsAside = stepsAside
  }
}

/** Errors: NotSentError. */
async function perform(ctx: Ctx, ref: ConnectionRef, row: OutboxRow, task: OutboundTask): Promise<void> {
  const begun = performance.now()
  try {
    await ctx.whatsapp.perform(ref, task)
  } catch (error) {
    const refusal = error instanceof WhatsAppRefusal ? error : new WhatsAppRefusal('unknown', true, error)
    const isLate = row.attempts + 1 >= attemptsInOrder || performance.now() - begun > longAttempt
    throw new NotSentError(refusal, isLate && task.kind === 'send' && task.file !== null)
  }
}

/** What WhatsApp did not take is put off, or given up where a person sees it. */
async function setAside(ctx: Ctx, ref: ConnectionRef, row: OutboxRow, error: NotSentError): Promise<void> {
  const { companyId } = ref
  const { refusal, stepsAside } = error
  // A session that went away is nobody's failure: the task waits for it.
  if (!ctx.whatsapp.isConnected(ref)) return
  ctx.log.warn({ ...ref, task: row.kind, reason: refusal.reason, attempts: row.attempts, err: refusal }, 'not sent')
  if (refusal.retry && row.attempts < mostAttempts) {
    return repo.postponeTask(ctx.db, companyId, row.id, { delay: delayOf(row.attempts), stepsAside })
  }
  if (row.kind === 'delete' || row.kind === 'edit') return refuseChange(ctx, companyId, row)
  const messageId = row.kind === 'send' ? row.messageId : null
  await fail(ctx, companyId, { messageId, reason: refusal.reason, taskId: row.id })
}

/** What is due, one task of each conversation that is not busy; else when something will be. */
async function claimTasks(ctx: Ctx, ref: ConnectionRef, busy: string[]): Promise<Claimed<OutboxRow>> {
  const due = await repo.dueTasks(ctx.db, ref, busy, mostAhead)
  if (due.length > 0 || busy.length > 0) return due
  const wait = await repo.nextDueIn(ctx.db, ref)
  return wait === null ? [] : new Date(Date.now() + wait)
}

/**
 * Makes the worker of this node that works off the outboxes of connections whose sessions are here. Each conversation waits
 * for itself alone: a large file to one customer holds up no other.
 */
export function createOutboxWorker(ctx: Ctx): LocalWorker<ConnectionRef> {
  /** Tasks that WhatsApp has and the database does not know of yet; they are not given to WhatsApp again. */
  const done = new Set<number>()
  const queues = createSerialQueues<OutboxRow>({
    most: mostTogether,
    work: (companyId, rows) => succeed(ctx, companyId, rows)
  })

  const carryOut = async (ref: ConnectionRef, row: OutboxRow): Promise<void> => {
    const { companyId } = ref
    if (!done.has(row.id)) {
      const task = await taskOf(ctx, companyId, row)
      if (task === null) return repo.deleteTasks(ctx.db, companyId, [row.id])
      await perform(ctx, ref, row, task)
      done.add(row.id)
    }
    await queues.add(companyId, row)
    done.delete(row.id)
  }

  return createLocalWorker<ConnectionRef, OutboxRow>({
    name: 'outbox',
    nameOf: ({ companyId, connectionId }) => `${companyId}/${connectionId}`,
    claim: (ref, busy) => claimTasks(ctx, ref, busy),
    process: carryOut,
    setAside: async (ref, row, error) => {
      if (!(error instanceof NotSentError)) throw error
      await setAside(ctx, ref, row, error)
    },
    serialQueueOf: ({ chat }) => chat,
    width,
    isOpen: (ref) => ctx.whatsapp.isConnected(ref),
    log: ctx.log
  })
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
