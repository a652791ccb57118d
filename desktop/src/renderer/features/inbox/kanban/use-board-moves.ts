// What people do with cards and columns: by dragging, by keys and by menus, all of them the same moves.
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { KanbanColumn } from '@guiche/shared/features/inbox/kanban.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useLatest } from '#platform/state/latest.ts'
import { notify } from '#platform/device/notify.ts'
import type { CardStep } from './KanbanCard.tsx'
import { moveCard, moveColumn, type CardPosition } from './kanban.store.ts'

type CardsByColumn = Map<number | null, Ticket[]>

/** The place a step leads to; null when there is nothing on that side. */
function placeOf(
  ticket: Ticket,
  step: CardStep,
  columns: readonly KanbanColumn[],
  cardsOf: CardsByColumn
): CardPosition | null {
  const order = [null, ...columns.map(({ id }) => id)]
  const here = order.includes(ticket.kanbanColumnId) ? ticket.kanbanColumnId : null
  const cards = cardsOf.get(here) ?? []
  const at = cards.findIndex(({ id }) => id === ticket.id)
  if ('by' in step) {
    const index = at + step.by
    const others = cards.filter(({ id }) => id !== ticket.id)
    return index < 0 || index > others.length ? null : { columnId: here, index, others }
  }
  const columnId = 'to' in step ? step.to : order[order.indexOf(here) + step.sideways]
  if (columnId === undefined) return null
  const others = cardsOf.get(columnId) ?? []
  // Sideways keeps the height, so that going back leads back.
  return { columnId, others, index: 'to' in step ? 0 : Math.min(at, others.length) }
}

/** The moves of a board; `cardsOf` holds the cards of each column from top to bottom. */
export function useBoardMoves(columns: readonly KanbanColumn[], cardsOf: CardsByColumn) {
  const { t } = useTranslation('kanban')
  const board = useLatest({ columns, cardsOf })
  /** What has the focus again after it was moved to another column. */
  const refocus = useRef<string | null>(null)
  useEffect(() => {
    if (refocus.current === null) return
    document.querySelector<HTMLElement>(refocus.current)?.focus()
    refocus.current = null
  }, [cardsOf, columns])

  const put = useCallback(
    (ticketId: number, place: CardPosition) => {
      void moveCard(ticketId, place).then(
        () => notify.success(t('cardMoved')),
        () => notify.error(t('cardMoveFailed'))
      )
    },
    [t]
  )
  const shiftTo = useCallback(
    (id: number, index: number) => {
      void moveColumn(id, index).then(
        () => notify.success(t('lanesMoved')),
        () => notify.error(t('lanesMoveFailed'))
      )
    },
    [t]
  )
  return useMemo(
    () => ({
      step: (ticket: Ticket, step: CardStep) => {
        const { columns: order, cardsOf: cards } = board.current
        const place = placeOf(ticket, step, order, cards)
        if (place === null) return
        refocus.current = `[data-card="${ticket.id}"]`
        put(ticket.id, place)
      },
      dropCard: (ticketId: number, columnId: number | null, index: number) => {
        const cards = board.current.cardsOf.get(columnId) ?? []
        const isWhereItWas = cards[index]?.id === ticketId
        if (!isWhereItWas) put(ticketId, { columnId, index, others: cards.filter(({ id }) => id !== ticketId) })
      },
      shift: (column: KanbanColumn, by: -1 | 1) => {
        const index = board.current.columns.findIndex(({ id }) => id === column.id) + by
        if (index < 0 || index >= board.current.columns.length) return
        refocus.current = `[data-column="${column.id}"]`
        shiftTo(column.id, index)
      },
      dropColumn: (id: number, index: number) => {
        if (board.current.columns[index]?.id !== id) shiftTo(id, index)
      }
    }),
    [board, put, shiftTo]
  )
}
