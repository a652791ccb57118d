// The tickets that are known here and what was just done to them, kept by calls and events alike.
import { connectionEvent } from '@guiche/shared/features/inbox/connections.ts'
import { contactEvent } from '@guiche/shared/features/inbox/contacts.ts'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { tagEvent } from '@guiche/shared/features/inbox/tags.ts'
import {
  showTicket,
  showTicketByUuid,
  ticketEvent,
  type Ticket,
  type TicketViewer
} from '@guiche/shared/features/inbox/tickets.ts'
import { queueEvent } from '@guiche/shared/features/org/queues.ts'
import { userEvent } from '@guiche/shared/features/org/users.ts'
import type { ReceivedPayload } from '@guiche/shared/kernel/wire-event.ts'
import { hasCode } from '#platform/net/api-error.ts'
import { ageOf, tick, untimed } from '#platform/net/as-of.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { useSession } from '#platform/session/session.ts'
import {
  createEntities,
  drawEntity,
  emptyEntities,
  deleteMissing,
  knownRow,
  knownRows,
  patchEntities,
  patchEntity,
  putEntity,
  removeEntity,
  takeEntities
} from '#platform/replica/entities.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { drawPart } from '#platform/replica/optimistic.ts'
import { connectionChange, contactChange, queueChange, tagChange, userChange, type Rename } from './ticket-renames.ts'

const tickets = createEntities<Ticket>()

/** Every known ticket as it looks here, with what was just done to it. */
export const useTickets = tickets.use

/** A person as visibility sees them; null before and after the login. */
export function viewerOf(user: ReturnType<typeof useSession.getState>['user']): TicketViewer | null {
  if (user === null) return null
  const { id, profile, super: isSuper, permissions, role, queues, allTicket } = user
  const rights = { profile, super: isSuper, permissions, role }
  return { id, ...rights, queueIds: queues.map((queue) => queue.id), allTicket: allTicket === 'enabled' }
}
export const ticketViewer = (): TicketViewer | null => viewerOf(useSession.getState().user)

/** A ticket as the server has it, without what was just done to it here. */
export const serverTicket = (id: number): Ticket | undefined => knownRow(tickets, id)
export const serverTickets = (): Ticket[] => knownRows(tickets)

/** Shows a change at once while `work` asks the server for it; takes it back when that is over. Errors: those of `work`. */
export const drawTicket = <R>(id: number, part: Partial<Ticket>, work: () => Promise<R>): Promise<R> =>
  drawEntity(tickets, { id, drawing: drawPart(part) }, work)

/** Puts in what a call that changes something answered: a ticket, or an answer that holds it. */
export const putTicket = (ticket: Ticket, answer: object = ticket): void =>
  putEntity(tickets, ticket, { age: ageOf(answer) })

/** The same of some fields of a ticket. */
export const putTicketPart = (id: number, part: Partial<Ticket>, answer: object): void =>
  patchEntities(tickets, [[id, part]], { age: ageOf(answer) })

/** A call said that the ticket was deleted, or may no longer be seen. */
export const removeTicketRow = (id: number): void => removeEntity(tickets, id)

/** Puts in tickets that were asked for; `missing` are those that the answer would hold if they were still so. */
export function takeTickets(rows: readonly Ticket[], answer: object, missing: readonly number[] = []): void {
  const asOf = ageOf(answer) ?? untimed
  deleteMissing(tickets, missing, asOf)
  takeEntities(tickets, rows, asOf)
}

async function fetchTicket(ask: () => Promise<Ticket>): Promise<Ticket> {
  const ticket = await ask()
  takeTickets([ticket], ticket)
  return useTickets.getState().rows.get(ticket.id) ?? ticket
}

/** A known ticket by its address, as it looks here; the same object as long as nothing changes. */
export const ticketByUuid = ({ rows }: ReturnType<typeof useTickets.getState>, uuid: string): Ticket | null =>
  rows.values().find((ticket) => ticket.uuid === uuid) ?? null

/** A ticket by its address: the known one at once, else the server's. Errors: ApiError. */
export const findTicketByUuid = async (uuid: string): Promise<Ticket> =>
  ticketByUuid(useTickets.getState(), uuid) ?? fetchTicket(() => call(showTicketByUuid, { params: { uuid } }))

/** Asks for a ticket afresh; one that is gone is forgotten. Errors: ApiError. */
export function reloadTicket(id: number): Promise<Ticket> {
  const askedAt = tick()
  return fetchTicket(() => call(showTicket, { params: { id } })).catch((error: unknown) => {
    // Unless something has brought it since.
    if (hasCode(error, 'ERR_NO_TICKET_FOUND')) removeEntity(tickets, id, { age: { seq: null, askedAt } })
    throw error
  })
}

export type TicketEvent = ReceivedPayload<typeof ticketEvent>

export function onTicketEvent(event: TicketEvent): void {
  const { seq } = event
  if (event.action === 'update') putEntity(tickets, event.ticket, { seq })
  else if (event.action === 'delete') removeEntity(tickets, event.ticketId, { seq })
  else patchEntity(tickets, event.ticketId, { unreadMessages: event.unreadMessages }, seq)
}
listen(ticketEvent, onTicketEvent)
listen(messageEvent, ({ ticket, seq }) => putEntity(tickets, ticket, { seq }))

function rename(change: Rename, seq: number | undefined): void {
  const parts = serverTickets().flatMap((ticket) => {
    const part = change(ticket)
    return part === null ? [] : [[ticket.id, part] as const]
  })
  patchEntities(tickets, parts, { seq })
}
listen(contactEvent, (event) => rename(contactChange(event), event.seq))
listen(tagEvent, (event) => rename(tagChange(event), event.seq))
listen(queueEvent, (event) => rename(queueChange(event), event.seq))
listen(userEvent, (event) => rename(userChange(event), event.seq))
listen(connectionEvent, (event) => rename(connectionChange(event), event.seq))

onLifecycle({ signedOut: () => emptyEntities(tickets) })
