// The kanban board: its columns, and the tickets in service on them; kept by calls and by events alike.
import { create } from 'zustand'
import {
  byRank,
  deleteKanbanColumn,
  kanbanEvent,
  listKanbanColumns,
  listKanbanTickets,
  moveTicket,
  rankBetween,
  reorderKanbanColumns,
  type KanbanColumn
} from '@guiche/shared/features/inbox/kanban.ts'
import { maySeeTicket, seesAllTickets, type Ticket, type TicketViewer } from '@guiche/shared/features/inbox/tickets.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { drawPart } from '#platform/replica/optimistic.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { createNewest } from '#platform/state/newest.ts'
import {
  drawTicket,
  putTicket,
  serverTickets,
  takeTickets,
  ticketViewer,
  useTickets
} from '#features/inbox/tickets/replica/tickets.store.ts'

const columnList = createWholeList<KanbanColumn>((read) => read(listKanbanColumns, { query: { cards: false } }), byRank)

export const useColumns = columnList.use
/** Puts in a saved column. */
export const putColumn = columnList.upsert

applyEvent(columnList, kanbanEvent, (event) =>
  event.action === 'delete' ? { gone: event.columnId } : { row: event.column }
)

interface Cards {
  phase: 'idle' | 'loading' | 'ready' | 'failed'
  /** Older tickets are not shown. */
  hasMore: boolean
  /** Why the last load failed; `ready` with one shows what was known before it. */
  error: unknown
}
const noCards: Cards = { phase: 'idle', hasMore: false, error: null }
export const useCards = create<Cards>(() => noCards)

/** The same that the server shows: what waits, and what the person serves; admins see what everybody serves. */
function isOnBoard(ticket: Ticket, viewer: TicketViewer): boolean {
  return (
    maySeeTicket(viewer, ticket) &&
    (ticket.status === 'pending' ||
      (ticket.status === 'open' && (ticket.userId === viewer.id || seesAllTickets(viewer))))
  )
}

/** The known cards of each column from top to bottom; those of a column that is not known are on none. */
export function cardsByColumn(
  state: ReturnType<typeof useTickets.getState>,
  columns: readonly KanbanColumn[],
  viewer: TicketViewer | null
): Map<number | null, Ticket[]> {
  const known = new Set(columns.map(({ id }) => id))
  const cards = viewer === null ? [] : [...state.rows.values()].filter((ticket) => isOnBoard(ticket, viewer))
  return Map.groupBy(cards.toSorted(byRank), ({ kanbanColumnId }) =>
    kanbanColumnId !== null && known.has(kanbanColumnId) ? kanbanColumnId : null
  )
}

const asked = createNewest()

async function loadCards(): Promise<void> {
  const isNewest = asked.begin()
  useCards.setState(({ phase }) => ({ phase: phase === 'ready' ? phase : 'loading', error: null }))
  try {
    const answer = await call(listKanbanTickets)
    const viewer = ticketViewer()
    if (!isNewest() || viewer === null) return
    const { tickets, hasMore } = answer
    const ids = new Set(tickets.map(({ id }) => id))
    const missing = hasMore ? [] : serverTickets().filter((known) => isOnBoard(known, viewer) && !ids.has(known.id))
    takeTickets(
      tickets,
      answer,
      missing.map(({ id }) => id)
    )
    useCards.setState({ phase: 'ready', hasMore })
  } catch (error) {
    if (isNewest()) useCards.setState(({ phase }) => ({ phase: phase === 'ready' ? phase : 'failed', error }))
  }
}

/** Loads the board behind what is shown of it. */
export async function refreshBoard(): Promise<void> {
  await Promise.all([columnList.refresh(), loadCards()])
}

onLifecycle({
  signedOut: () => {
    asked.outdate()
    useCards.setState(noCards)
  },
  reload: () => {
    if (useCards.getState().phase !== 'idle') void loadCards()
  },
  online: () => {
    if (useCards.getState().error !== null) void loadCards()
  }
})

/** Where a card is put: on a column (null: on none), at a place among `others`, the cards there without it. */
export interface CardPosition {
  columnId: number | null
  index: number
  others: readonly Ticket[]
}

/** Moves a card at once; it goes back when the server refuses. Errors: ApiError. */
export async function moveCard(ticketId: number, { columnId, index, others }: CardPosition): Promise<void> {
  const [above, below] = [others[index - 1], others[index]]
  const orderIndex = rankBetween(above?.orderIndex, below?.orderIndex) ?? above?.orderIndex ?? 0
  await drawTicket(ticketId, { kanbanColumnId: columnId, orderIndex }, async () => {
    const body = { targetColumn: columnId, targetIndex: index, afterTicketId: above?.id ?? null }
    putTicket(await call(moveTicket, { params: { ticketId }, body }))
  })
}

/** Moves a column at once to a place among the others; it goes back when the server refuses. Errors: ApiError. */
export async function moveColumn(id: number, index: number): Promise<void> {
  const { items } = columnList.use.getState()
  const others = items.filter((column) => column.id !== id)
  const rank = rankBetween(others[index - 1]?.orderIndex, others[index]?.orderIndex)
  await columnList.draw(id, drawPart<KanbanColumn>(rank === null ? {} : { orderIndex: rank }), async () => {
    const updatedColumns = [{ id, newOrderIndex: index }]
    for (const column of await call(reorderKanbanColumns, { body: { updatedColumns } })) columnList.upsert(column)
  })
}

/** Deletes an empty column. Errors: ApiError. */
export async function removeColumn(id: number): Promise<void> {
  await call(deleteKanbanColumn, { params: { id } })
  columnList.remove(id)
}
