// The kanban board: columns, the tickets in service on them, and the ranks that keep their order.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, isStorable, nullableId, queryFlag } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { ticketSchema } from './tickets.ts'

/** The newest tickets of each status that a board shows. */
export const mostCards = 500

const columnFields = {
  id: z.number(),
  title: z.string(),
  /** A rank: columns stand in rising order of it; it need not be whole. */
  orderIndex: z.number(),
  companyId: z.number()
}
const kanbanColumnSchema = z.object(columnFields)
export type KanbanColumn = z.infer<typeof kanbanColumnSchema>

const kanbanCard = ticketSchema
  .pick({ id: true, kanbanColumnId: true, orderIndex: true, lastMessage: true })
  .extend({ contact: ticketSchema.shape.contact.pick({ name: true }) })

export const kanbanColumnDraft = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'O título da coluna não pode estar vazio.')
    .max(60, 'Too Long!')
    .refine(isStorable, 'ERR_VALIDATION')
})

/** A place between two neighbours, where there are any; null when numbers do not divide any further. */
export function rankBetween(before: number | undefined, after: number | undefined): number | null {
  if (before === undefined) return after === undefined ? 0 : after - 1
  if (after === undefined) return before + 1
  const middle = before + (after - before) / 2
  return middle > before && middle < after ? middle : null
}

/** Order of columns and of the cards on one. */
export const byRank = (a: { orderIndex: number; id: number }, b: { orderIndex: number; id: number }): number =>
  a.orderIndex - b.orderIndex || a.id - b.id

export const listKanbanColumns = endpoint({
  method: 'GET',
  path: '/kanban/columns',
  access: 'user',
  planFlag: 'useKanban',
  query: z.object({
    /** False for columns without their cards. */
    cards: queryFlag.default(true)
  }),
  response: z.array(z.object({ ...columnFields, cards: z.array(kanbanCard) })),
  summary: 'Columns in order, each with the cards the caller sees'
})
export const createKanbanColumn = endpoint({
  method: 'POST',
  path: '/kanban/columns',
  access: 'user',
  planFlag: 'useKanban',
  body: kanbanColumnDraft,
  response: kanbanColumnSchema,
  summary: 'Adds a column behind the others'
})
export const updateKanbanColumn = endpoint({
  method: 'PUT',
  path: '/kanban/columns/:id',
  access: 'user',
  planFlag: 'useKanban',
  params: idParams,
  body: kanbanColumnDraft,
  response: kanbanColumnSchema
})
export const deleteKanbanColumn = endpoint({
  method: 'DELETE',
  path: '/kanban/columns/:id',
  access: 'user',
  planFlag: 'useKanban',
  params: idParams,
  response: z.object({ message: z.string() }),
  summary: 'Refused while a ticket in service is on the column, also one that the caller does not see'
})
export const reorderKanbanColumns = endpoint({
  method: 'PUT',
  path: '/kanban/update-columns',
  access: 'user',
  planFlag: 'useKanban',
  body: z.object({
    updatedColumns: z.array(z.object({ id, newOrderIndex: z.number().int().min(0) })).max(500)
  }),
  response: z.array(kanbanColumnSchema),
  summary: 'Moves columns to places counted from 0; columns that are not named keep their order among themselves'
})
export const listKanbanTickets = endpoint({
  method: 'GET',
  path: '/ticket/kanban',
  access: 'user',
  planFlag: 'useKanban',
  response: z.object({ tickets: z.array(ticketSchema), count: z.number(), hasMore: z.boolean() }),
  summary: 'Tickets in service that the ticket list shows, the newest 500 of each status, in the order of their ranks'
})
export const moveTicket = endpoint({
  method: 'PUT',
  path: '/tickets/move/:ticketId',
  access: 'user',
  planFlag: 'useKanban',
  params: z.object({ ticketId: id }),
  body: z.object({
    /** Null for tickets that are on no column yet. */
    targetColumn: nullableId,
    /** Place among the cards the caller sees there, without the moved one. */
    targetIndex: z.coerce.number().int().min(0),
    /** The card above it, where the mover knows it: holds when others moved meanwhile. Null for the top. */
    afterTicketId: nullableId.optional()
  }),
  response: ticketSchema,
  summary: 'Puts a ticket on a column of the board'
})

export const kanbanEvent = wireEvent(
  (companyId) => `company-${companyId}-kanban`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), column: kanbanColumnSchema }),
    z.object({ action: z.literal('delete'), columnId: z.number() })
  ])
)
