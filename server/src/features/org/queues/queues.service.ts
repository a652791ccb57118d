// Rules of queues: list in order, create within the plan, edit, delete with what holds on to them.
import type { Queue, QueueDraft, QueuePatch } from '@guiche/shared/features/org/queues.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import { recordChange, recordGone, recordMade } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { checkAutoResponders } from '#features/org/plans/check-auto-responders.ts'
import { claimSeat } from '#features/org/plans/plans.service.ts'
import { beforeQueueDelete, queueDeleted, queueSaved } from './queues.events.ts'
import * as repo from './queues.repo.ts'

/** Queues of a company by their order, then by name. */
export const listQueues = (ctx: Ctx, companyId: number): Promise<Queue[]> => repo.queuesOf(ctx.db, companyId)

/** Errors: ERR_NO_QUEUE_FOUND. */
export async function showQueue(ctx: Ctx, companyId: number, id: number): Promise<Queue> {
  const queue = await repo.findQueue(ctx.db, companyId, id)
  if (!queue) throw new AppError('ERR_NO_QUEUE_FOUND')
  return queue
}

/** The ids without repetition. Errors: ERR_NO_QUEUE_FOUND when one is not a queue of the company. */
export async function ownQueueIds(ctx: Ctx, companyId: number, ids: readonly number[]): Promise<number[]> {
  const asked = [...new Set(ids)]
  if ((await repo.knownQueueIds(ctx.db, companyId, asked)).length < asked.length) {
    throw new AppError('ERR_NO_QUEUE_FOUND', { fields: { queueIds: 'ERR_NO_QUEUE_FOUND' } })
  }
  return asked
}

/** Holds a queue until the transaction ends. Errors: ERR_NO_QUEUE_FOUND. */
export async function lockQueue(tx: Ctx, companyId: number, id: number): Promise<void> {
  if (!(await repo.lockQueue(tx.db, companyId, id))) throw new AppError('ERR_NO_QUEUE_FOUND')
}

const audited = {
  shown: ['name', 'color', 'orderQueue', 'schedules', 'integrationId', 'promptId'],
  hidden: ['greetingMessage', 'outOfHoursMessage']
} as const

const subjectOf = ({ id, name }: Queue) => ({ type: 'queue', id, label: name })

/** Errors: ERR_PLAN_LIMIT_QUEUES, ERR_PLAN_FEATURE_OFF, ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS. */
export function createQueue(ctx: Ctx, actor: Actor, draft: QueueDraft): Promise<Queue> {
  return inTransaction(ctx, async (tx) => {
    checkAutoResponders(actor, draft, {})
    await claimSeat(tx, actor.companyId, 'queues')
    const queue = await repo.insertQueue(tx.db, { ...draft, companyId: actor.companyId })
    const entry = { companyId: actor.companyId, subject: subjectOf(queue) }
    recordMade(tx, { ...entry, action: 'queue.created' }, queue, audited)
    tx.bus.emit(queueSaved, { queue, isNew: true, looksChanged: false })
    return queue
  })
}

/** Errors: ERR_NO_QUEUE_FOUND, ERR_PLAN_FEATURE_OFF, ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS. */
export function updateQueue(ctx: Ctx, actor: Actor, id: number, patch: QueuePatch): Promise<Queue> {
  return inTransaction(ctx, async (tx) => {
    const before = await showQueue(tx, actor.companyId, id)
    checkAutoResponders(actor, patch, before)
    const queue = await repo.updateQueue(tx.db, actor.companyId, id, { ...patch, updatedAt: tx.now() })
    if (!queue) throw new AppError('ERR_NO_QUEUE_FOUND')
    const looksChanged = (['name', 'color', 'orderQueue'] as const).some((key) => queue[key] !== before[key])
    const entry = { companyId: actor.companyId, subject: subjectOf(queue) }
    recordChange(tx, { ...entry, action: 'queue.changed' }, { before, after: queue }, audited)
    tx.bus.emit(queueSaved, { queue, isNew: false, looksChanged })
    return queue
  })
}

/** Deletes a queue; users, connections and tickets that have it let go first. Errors: ERR_NO_QUEUE_FOUND. */
export function deleteQueue(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    await lockQueue(tx, companyId, id)
    const queue = await showQueue(tx, companyId, id)
    recordGone(tx, { companyId, action: 'queue.deleted', subject: subjectOf(queue) }, queue, audited)
    await beforeQueueDelete.run(tx, companyId, id)
    await repo.deleteQueue(tx.db, companyId, id)
    tx.bus.emit(queueDeleted, { companyId, queueId: id })
  })
}
