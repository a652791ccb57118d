// Puts a ticket on a column of the kanban board: its rank falls between those of its new neighbours, no other card moves.
import { mostCards, rankBetween } from '@guiche/shared/features/inbox/kanban.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { idsInService } from '#features/inbox/tickets/list-tickets.ts'
import { lockedTicket, ticketTouched } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import * as repo from './kanban.repo.ts'

interface Wish {
  /** Null for the tickets that are on no column. */
  targetColumn: number | null
  targetIndex: number
  afterTicketId?: number | null | undefined
}

/** The neighbour counts more than the number: with it the card lands where it was dropped, whoever moved meanwhile. */
function placeIn(column: repo.CardPosition[], { targetIndex, afterTicketId }: Wish): number {
  if (afterTicketId === null) return 0
  const above = column.findIndex(({ id }) => id === afterTicketId)
  return above >= 0 ? above + 1 : Math.min(targetIndex, column.length)
}

/** Errors: ERR_NO_TICKET_FOUND, ERR_NO_KANBAN_COLUMN_FOUND. */
export function moveCard(ctx: Ctx, actor: Actor, ticketId: number, wish: Wish): Promise<Ticket> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const { targetColumn } = wish
    const ticket = await lockedTicket(tx, actor, ticketId)
    if (targetColumn !== null && !(await repo.lockColumn(tx.db, companyId, targetColumn, 'key share'))) {
      throw new AppError('ERR_NO_KANBAN_COLUMN_FOUND')
    }
    const { ids } = await idsInService(tx, actor, mostCards)
    const others = ids.filter((id) => id !== ticketId)
    const rankIn = async (): Promise<number | null> => {
      const column = await repo.cardsOn(tx.db, companyId, targetColumn, others)
      const at = placeIn(column, wish)
      return rankBetween(column[at - 1]?.orderIndex, column[at]?.orderIndex)
    }
    let orderIndex = await rankIn()
    let touched = [ticketId]
    if (orderIndex === null) {
      // Two neighbours stand so close that no number is left between them.
      touched = [...new Set([ticketId, ...(await repo.spreadColumn(tx.db, companyId, targetColumn))])]
      orderIndex = await rankIn()
    }
    await repo.positionCard(tx.db, companyId, ticketId, {
      kanbanColumnId: targetColumn,
      orderIndex: orderIndex ?? ticket.orderIndex
    })
    const tickets = await ticketTouched(tx, companyId, touched)
    return tickets.find(({ id }) => id === ticketId) ?? ticket
  })
}
