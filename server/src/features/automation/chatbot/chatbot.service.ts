// Rules of queue options: a tree a queue, whose siblings are numbered from 1 without gaps.
import {
  mostOptions,
  rootParent,
  type QueueOption,
  type QueueOptionDraft,
  type QueueOptionPatch
} from '@guiche/shared/features/automation/chatbot.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { showFileList } from '#features/library/file-lists/file-lists.service.ts'
import { lockQueue } from '#features/org/queues/queues.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { queueOptionsChanged } from './chatbot.events.ts'
import { invalidateFlows } from './flow/load-flow.ts'
import { mayStandBelow, orderedWith } from './flow/option-tree.ts'
import * as repo from './flow/queue-options.repo.ts'

/** A level of a queue, all of it, or the children of an option; nothing when neither is named. */
export async function listOptions(
  ctx: Ctx,
  actor: Actor,
  { queueId, parentId }: { queueId?: number | undefined; parentId?: number | undefined }
): Promise<QueueOption[]> {
  const { companyId } = actor
  if (queueId === undefined) {
    return parentId === undefined || parentId === rootParent ? [] : repo.childrenOf(ctx.db, companyId, parentId)
  }
  const all = await repo.optionsOfQueues(ctx.db, companyId, [queueId])
  if (parentId === undefined) return all
  return all.filter((option) => option.parentId === (parentId === rootParent ? null : parentId))
}

const wrong = (field: string): AppError => new AppError('ERR_VALIDATION', { fields: { [field]: 'ERR_VALIDATION' } })

const siblingsIn = (all: readonly QueueOption[], parentId: number | null): number[] =>
  all.filter((option) => option.parentId === parentId).map(({ id }) => id)

/** Tells how the options of a queue are now; bots learn of it on every node. */
async function announce(tx: Ctx, companyId: number, queueId: number): Promise<QueueOption[]> {
  const options = await repo.optionsOfQueues(tx.db, companyId, [queueId])
  tx.bus.emit(queueOptionsChanged, { companyId, queueId, options })
  await invalidateFlows(tx, companyId)
  return options
}

/** The option as it is now. Errors: ERR_NO_QUEUE_OPTION_FOUND. */
function optionIn(options: readonly QueueOption[], id: number): QueueOption {
  const option = options.find((one) => one.id === id)
  if (!option) throw new AppError('ERR_NO_QUEUE_OPTION_FOUND')
  return option
}

/** Errors: ERR_NO_QUEUE_FOUND, ERR_NO_FILE_LIST_FOUND, ERR_VALIDATION for a parent of elsewhere, too deep a tree, or too many options. */
export function createOption(ctx: Ctx, actor: Actor, draft: QueueOptionDraft): Promise<QueueOption> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const { queueId, title, message, option: place } = draft
    const parentId = draft.parentId ?? null
    // The places of a queue's options change one at a time.
    await lockQueue(tx, companyId, queueId)
    const all = await repo.optionsOfQueues(tx.db, companyId, [queueId])
    if (all.length >= mostOptions) throw wrong('queueId')
    const isHere = parentId === null || all.some(({ id }) => id === parentId)
    if (!isHere || !mayStandBelow(all, null, parentId)) throw wrong('parentId')
    const fileListId = draft.fileListId ?? null
    if (fileListId !== null) await showFileList(tx, actor, fileListId)
    const siblings = siblingsIn(all, parentId)
    const row = { companyId, queueId, parentId, title, message, fileListId, option: siblings.length + 1 }
    const id = await repo.insertOption(tx.db, row)
    // Legacy clients count what they show: a place that is taken is the end for them.
    const isTaken = place != null && place <= siblings.length
    await repo.reorderOptions(tx.db, companyId, orderedWith(siblings, id, isTaken ? null : place))
    return optionIn(await announce(tx, companyId, queueId), id)
  })
}

/** Holds the queue of an option, so that its options change one at a time. Errors: ERR_NO_QUEUE_OPTION_FOUND. */
async function lockTree(tx: Ctx, companyId: number, id: number) {
  const found = await repo.findOption(tx.db, companyId, id)
  if (!found) throw new AppError('ERR_NO_QUEUE_OPTION_FOUND')
  await lockQueue(tx, companyId, found.queueId)
  const all = await repo.optionsOfQueues(tx.db, companyId, [found.queueId])
  return { all, option: optionIn(all, id) }
}

/** Errors: ERR_NO_QUEUE_OPTION_FOUND, ERR_NO_FILE_LIST_FOUND, ERR_VALIDATION for a parent of elsewhere, below itself, or too deep. */
export function updateOption(ctx: Ctx, actor: Actor, id: number, patch: QueueOptionPatch): Promise<QueueOption> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const { all, option } = await lockTree(tx, companyId, id)
    const { title, message, fileListId, option: place } = patch
    if (fileListId != null) await showFileList(tx, actor, fileListId)
    const parentId = patch.parentId === undefined ? option.parentId : patch.parentId
    const isMoved = parentId !== option.parentId
    const isHere = parentId === null || all.some((one) => one.id === parentId)
    if (isMoved && (!isHere || !mayStandBelow(all, id, parentId))) throw wrong('parentId')
    await repo.updateOption(tx.db, companyId, id, {
      ...(title === undefined ? {} : { title }),
      ...(message === undefined ? {} : { message }),
      ...(fileListId === undefined ? {} : { fileListId }),
      ...(isMoved ? { parentId } : {})
    })
    if (isMoved)
      await repo.reorderOptions(
        tx.db,
        companyId,
        siblingsIn(all, option.parentId).filter((one) => one !== id)
      )
    if (isMoved || place !== undefined) {
      await repo.reorderOptions(tx.db, companyId, orderedWith(siblingsIn(all, parentId), id, place))
    }
    return optionIn(await announce(tx, companyId, option.queueId), id)
  })
}

/** Errors: ERR_NO_QUEUE_OPTION_FOUND. */
export function deleteOption(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const { all, option } = await lockTree(tx, companyId, id)
    await repo.deleteOption(tx.db, companyId, id)
    await repo.reorderOptions(
      tx.db,
      companyId,
      siblingsIn(all, option.parentId).filter((one) => one !== id)
    )
    await announce(tx, companyId, option.queueId)
  })
}
