// Calls of the kanban board.
import {
  createKanbanColumn,
  deleteKanbanColumn,
  listKanbanColumns,
  listKanbanTickets,
  moveTicket,
  reorderKanbanColumns,
  updateKanbanColumn
} from '@guiche/shared/features/inbox/kanban.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as columns from './kanban.service.ts'
import * as cards from './move-card.ts'

export const kanbanRoutes: Route[] = [
  mount(listKanbanColumns, (ctx, { actor, query }) => columns.listColumns(ctx, actor, query.cards)),
  mount(createKanbanColumn, (ctx, { actor, body }) => columns.createColumn(ctx, actor, body.title)),
  mount(updateKanbanColumn, (ctx, { actor, params, body }) => columns.renameColumn(ctx, actor, params.id, body.title)),
  mount(deleteKanbanColumn, async (ctx, { actor, params }) => {
    await columns.deleteColumn(ctx, actor, params.id)
    return { message: 'Column deleted' }
  }),
  mount(reorderKanbanColumns, (ctx, { actor, body }) => columns.reorderColumns(ctx, actor, body.updatedColumns)),
  mount(listKanbanTickets, (ctx, { actor }) => columns.boardOf(ctx, actor)),
  mount(moveTicket, (ctx, { actor, params, body }) => cards.moveCard(ctx, actor, params.ticketId, body))
]
