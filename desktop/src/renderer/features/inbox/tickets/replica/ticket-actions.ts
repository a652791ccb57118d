// What people do with a ticket: shown at once, taken back with a word when the server refuses.
import {
  createTicket,
  deleteTicket,
  ticketConflict,
  updateTicket,
  type Ticket,
  type TicketConflict,
  type TicketPatch
} from '@guiche/shared/features/inbox/tickets.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { useSession } from '#platform/session/session.ts'
import { drawTicket, putTicket, reloadTicket, removeTicketRow } from './tickets.store.ts'

function change(ticket: Ticket, look: Partial<Ticket>, patch: Partial<TicketPatch>): Promise<Ticket> {
  return drawTicket(ticket.id, { ...look, updatedAt: new Date().toISOString() }, async () => {
    const changed = await call(updateTicket, { params: { id: ticket.id }, body: patch })
    putTicket(changed)
    return changed
  })
}

function self() {
  const { user } = useSession.getState()
  if (user === null) throw new Error('nobody is signed in')
  return { id: user.id, name: user.name }
}

function open(ticket: Ticket, further: Partial<TicketPatch> = {}): Promise<Ticket> {
  const user = self()
  const patch = { status: 'open' as const, userId: user.id, ...further }
  return change(ticket, { status: 'open', userId: user.id, user, chatbot: false }, patch)
}

/** Takes a waiting ticket, greeting where the company wants it. Errors: ApiError 409 ERR_TICKET_ALREADY_ACCEPTED. */
export const acceptTicket = (ticket: Ticket): Promise<Ticket> => open(ticket, { greet: true })
/** Takes up a closed ticket again; its queue stays. Errors: ApiError. */
export const reopenTicket = (ticket: Ticket): Promise<Ticket> => open(ticket)

/** Gives an open ticket back to its queue. Errors: ApiError. */
export const returnTicket = (ticket: Ticket): Promise<Ticket> =>
  change(ticket, { status: 'pending', userId: null, user: null }, { status: 'pending', userId: null })

function close(ticket: Ticket, further: Partial<TicketPatch> = {}): Promise<Ticket> {
  const user = self()
  return change(ticket, { status: 'closed', userId: user.id, user }, { status: 'closed', userId: user.id, ...further })
}

/** Closes a ticket; the customer is thanked or asked to rate as the company wants it. Errors: ApiError. */
export const resolveTicket = (ticket: Ticket): Promise<Ticket> => close(ticket)
/** Closes a ticket without a word to the customer. Errors: ApiError. */
export const resolveQuietly = (ticket: Ticket): Promise<Ticket> => close(ticket, { justClose: true })

export interface Transfer {
  userId: number | null
  queueId: number | null
  whatsappId: number | null
  /** For colleagues, never for the customer. */
  comment: string
}

/** Hands a ticket to a user, or to a queue where it waits. Errors: ApiError. */
export async function transferTicket(
  ticket: Ticket,
  { userId, queueId, whatsappId, comment }: Transfer
): Promise<Ticket> {
  const body = {
    userId,
    queueId,
    status: userId === null ? ('pending' as const) : ('open' as const),
    transfer: true,
    comment,
    ...(whatsappId === null || whatsappId === ticket.whatsappId ? {} : { whatsappId })
  }
  const changed = await call(updateTicket, { params: { id: ticket.id }, body })
  putTicket(changed)
  return changed
}

/** Deletes a ticket for good. Errors: ApiError. */
export async function removeTicket(ticket: Ticket): Promise<void> {
  await call(deleteTicket, { params: { id: ticket.id } })
  removeTicketRow(ticket.id)
}

/** Opens a ticket for a contact. Errors: ApiError; see `conflictIn`. */
export async function startTicket(draft: {
  contactId: number
  queueId: number | null
  whatsappId: number | null
}): Promise<Ticket> {
  const ticket = await call(createTicket, { body: { ...draft, userId: self().id, status: 'open' } })
  putTicket(ticket)
  return ticket
}

/** Who serves the contact already, when that is why a ticket was refused. */
export function conflictIn(error: unknown): TicketConflict | null {
  if (!(error instanceof ApiError) || !error.code.startsWith('{')) return null
  try {
    return ticketConflict.parse(JSON.parse(error.code))
  } catch {
    return null
  }
}

/** Says why something did not work and shows the ticket as the server has it. */
export function showFailure(ticket: Ticket, error: unknown): void {
  const conflict = conflictIn(error)
  notify.error(conflict === null ? error : conflict.code)
  if (error instanceof ApiError && error.status >= 400) void reloadTicket(ticket.id).catch(() => undefined)
}
