// Rules of the kanban board: which columns there are, in which order, and the tickets a person sees on them.
import { byRank, mostCards, rankBetween, type KanbanColumn } from '@guiche/shared/features/inbox/kanban.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { countTickets, idsInService } from '#features/inbox/tickets/list-tickets.ts'
import { ticketsByIds } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { columnChanged, columnCreated, columnDeleted } from './kanban.events.ts'
import * as repo from './kanban.repo.ts'

async function cardsOf(ctx: Ctx, actor: Actor): Promise<{ tickets: Ticket[]; hasMore: boolean }> {
  const { ids, hasMore } = await idsInService(ctx, actor, mostCards)
  return { tickets: (await ticketsByIds(ctx, actor.companyId, ids)).toSorted(byRank), hasMore }
}

/** The tickets in service that the ticket list would show the caller, in the order of their ranks. */
export async function boardOf(ctx: Ctx, actor: Actor) {
  const [board, { open, pending }] = await Promise.all([
    cardsOf(ctx, actor),
    countTickets(ctx, actor, { showAll: true })
  ])
  return { ...board, count: open + pending }
}

/** Columns from left to right, with the cards the caller sees on them when they are wanted. */
export async function listColumns(ctx: Ctx, actor: Actor, withCards: boolean) {
  const [columns, { tickets }] = await Promise.all([
    repo.columnsOf(ctx.db, actor.companyId),
    withCards ? cardsOf(ctx, actor) : { tickets: [] }
  ])
  const byColumn = Map.groupBy(tickets, ({ kanbanColumnId }) => kanbanColumnId)
  return columns.map((column) => ({ ...column, cards: byColumn.get(column.id) ?? [] }))
}

/** Adds a column behind the others. */
export function createColumn(ctx: Ctx, actor: Actor, title: string): Promise<KanbanColumn> {
  return inTransaction(ctx, async (tx) => {
    const column = await repo.insertColumn(tx.db, actor.companyId, title)
    tx.bus.emit(columnCreated, column)
    return column
  })
}

/** Errors: ERR_NO_KANBAN_COLUMN_FOUND. */
export function renameColumn(ctx: Ctx, actor: Actor, id: number, title: string): Promise<KanbanColumn> {
  return inTransaction(ctx, async (tx) => {
    const column = await repo.changeColumn(tx.db, actor.companyId, id, { title })
    if (!column) throw new AppError('ERR_NO_KANBAN_COLUMN_FOUND')
    tx.bus.emit(columnChanged, column)
    return column
  })
}

/** Errors: ERR_NO_KANBAN_COLUMN_FOUND, ERR_KANBAN_COLUMN_NOT_EMPTY. */
export function deleteColumn(ctx: Ctx, actor: Actor, columnId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    if (!(await repo.lockColumn(tx.db, companyId, columnId, 'update'))) throw new AppError('ERR_NO_KANBAN_COLUMN_FOUND')
    if (await repo.hasCards(tx.db, companyId, columnId)) throw new AppError('ERR_KANBAN_COLUMN_NOT_EMPTY')
    await repo.deleteColumn(tx.db, companyId, columnId)
    const subject = { type: 'kanban-column', id: columnId }
    recordAudit(tx, { companyId, action: 'kanban-column.deleted', subject })
    tx.bus.emit(columnDeleted, { companyId, columnId })
  })
}

/** Ranks of the columns that have to change so that all of them stand in this order. */
function ranksFor(order: KanbanColumn[], isMoved: (column: KanbanColumn) => boolean): KanbanColumn[] {
  const changed: KanbanColumn[] = []
  let before: number | undefined
  for (const [at, column] of order.entries()) {
    if (!isMoved(column)) before = column.orderIndex
    else {
      const next = order.slice(at + 1).find((other) => !isMoved(other))
      const rank = rankBetween(before, next?.orderIndex)
      if (rank === null) return order.map((other, place) => ({ ...other, orderIndex: place }))
      changed.push({ ...column, orderIndex: rank })
      before = rank
    }
  }
  return changed
}

/** Moves columns to places counted from 0; the others keep their order. Errors: ERR_NO_KANBAN_COLUMN_FOUND. */
export function reorderColumns(
  ctx: Ctx,
  actor: Actor,
  moves: { id: number; newOrderIndex: number }[]
): Promise<KanbanColumn[]> {
  return inTransaction(ctx, async (tx) => {
    const columns = await repo.lockColumns(tx.db, actor.companyId)
    const wanted = new Map(moves.map(({ id, newOrderIndex }) => [id, newOrderIndex]))
    const order = columns.filter(({ id }) => !wanted.has(id))
    for (const [id, place] of [...wanted].toSorted(([, a], [, b]) => a - b)) {
      const column = columns.find((other) => other.id === id)
      if (!column) throw new AppError('ERR_NO_KANBAN_COLUMN_FOUND')
      order.splice(place, 0, column)
    }
    const changed = ranksFor(order, ({ id }) => wanted.has(id))
    await repo.rankColumns(tx.db, actor.companyId, changed)
    for (const column of changed) tx.bus.emit(columnChanged, column)
    const present = new Map(changed.map((column) => [column.id, column]))
    return order.map((column) => present.get(column.id) ?? column)
  })
}
