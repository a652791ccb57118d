// The way back of a move: the ticket is as it was before, unless somebody has moved it since.
import { changeTickets } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { putTicket, removeTicketRow } from '../replica/tickets.store.ts'

/** False when the ticket was moved since `after` and stays as it is. The customer is told nothing. Errors: ApiError. */
export async function takeBack(before: Ticket, after: Ticket): Promise<boolean> {
  const { id, status, userId, queueId, whatsappId } = before
  const from = { status: after.status, userId: after.userId, queueId: after.queueId }
  const action = { kind: 'restore' as const, status, userId, queueId, from }
  const answer = await call(changeTickets, {
    body: { ticketIds: [id], action: { ...action, ...(whatsappId === after.whatsappId ? {} : { whatsappId }) } }
  })
  const [result] = answer.results
  if (result?.outcome === 'refused') throw new ApiError(400, { error: result.error, values: result.values ?? {} })
  if (result?.outcome !== 'done') return false
  if (result.ticket === null) removeTicketRow(id)
  else putTicket(result.ticket, answer)
  return true
}
