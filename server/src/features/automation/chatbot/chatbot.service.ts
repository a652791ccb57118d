// Rules of queue options: a tree a queue, whose siblings are numbered from 1 without gaps.
import {
  mostOptions,
  rootParent,
  type DeletedOption,
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
import { isOneTree, mayStandBelow, orderedWith, withAllBelow } from './flow/option-tree.ts'
import * as repo from './flow/queue-options.repo.ts'
import { recordNewOption, recordOptionChange, recordOptionGone, recordOptionsBack } from './record-option.ts'

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
    const { queueId, title, message, option: place, position } = draft
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
    await repo.reorderOptions(tx.db, companyId, orderedWith(siblings, id, position ?? (isTaken ? null : place)))
    const made = optionIn(await announce(tx, companyId, queueId), id)
    recordNewOption(tx, companyId, made)
    return made
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
    const changed = optionIn(await announce(tx, companyId, option.queueId), id)
    recordOptionChange(tx, companyId, option, changed)
    return changed
  })
}

/** What went, the deleted one first. Errors: ERR_NO_QUEUE_OPTION_FOUND. */
export function deleteOption(ctx: Ctx, actor: Actor, id: number): Promise<QueueOption[]> {
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
    const gone = withAllBelow(all, option)
    recordOptionGone(tx, companyId, option, gone.length)
    return gone
  })
}

/** Those of the lists that are still there: an option whose list has gone meanwhile comes back without it. */
async function listsLeft(tx: Ctx, actor: Actor, options: readonly DeletedOption[]): Promise<Set<number>> {
  const asked = new Set(options.flatMap(({ fileListId }) => fileListId ?? []))
  const found = new Set<number>()
  for (const id of asked) {
    const isThere = await showFileList(tx, actor, id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false
        throw error
      }
    )
    if (isThere) found.add(id)
  }
  return found
}

/**
 * Brings back what `deleteOption` answered; once it is back, again changes nothing. All options of the queue.
 * Errors: ERR_NO_QUEUE_FOUND, ERR_NO_QUEUE_OPTION_FOUND for a parent that has gone meanwhile, ERR_VALIDATION for what is
 * no tree, too deep, too many, or never was.
 */
export function restoreOptions(
  ctx: Ctx,
  actor: Actor,
  { queueId, options }: { queueId: number; options: readonly DeletedOption[] }
): Promise<QueueOption[]> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const [root] = options
    if (!root || !isOneTree(options)) throw wrong('options')
    await lockQueue(tx, companyId, queueId)
    const all = await repo.optionsOfQueues(tx.db, companyId, [queueId])
    if (all.some(({ id }) => id === root.id)) return all
    if (all.length + options.length > mostOptions) throw wrong('queueId')
    if (root.parentId !== null && all.every(({ id }) => id !== root.parentId)) {
      throw new AppError('ERR_NO_QUEUE_OPTION_FOUND')
    }
    if (!mayStandBelow([...all, ...options], root.id, root.parentId)) throw wrong('parentId')
    const lists = await listsLeft(tx, actor, options)
    const rows = options.map(({ fileListId, ...option }) => ({
      ...option,
      companyId,
      queueId,
      fileListId: fileListId !== null && lists.has(fileListId) ? fileListId : null
    }))
    await repo.insertAgain(tx.db, rows)
    for (const siblings of Map.groupBy(options, ({ parentId }) => parentId).values()) {
      const ids = siblings.toSorted((a, b) => a.option - b.option).map(({ id }) => id)
      if (!ids.includes(root.id)) await repo.reorderOptions(tx.db, companyId, ids)
    }
    const place = orderedWith(siblingsIn(all, root.parentId), root.id, root.option)
    await repo.reorderOptions(tx.db, companyId, place)
    const now = await announce(tx, companyId, queueId)
    recordOptionsBack(tx, companyId, optionIn(now, root.id), options.length)
    return now
  })
}
