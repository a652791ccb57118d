// The tickets that are known here and what was just done to them, kept by calls and events alike.
import { create } from 'zustand'
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
import { hasCode } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { overlaid, withoutPart, withPart, type Overlays } from '#platform/state/overlays.ts'
import { useSession } from '#platform/session/session.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import {
  emptyBook,
  removeMissing,
  applyGone,
  applyTicket,
  applyUnread,
  mergeFetched,
  patchTickets,
  type TicketBook
} from './ticket-book.ts'
import { connectionChange, contactChange, queueChange, tagChange, userChange } from './ticket-renames.ts'

export interface TicketsState {
  book: TicketBook
  /** What was just done here and the server has not confirmed yet, by ticket. */
  overlays: Overlays<number, Ticket>
}

const empty: TicketsState = { book: emptyBook, overlays: new Map() }

export const useTickets = create<TicketsState>(() => empty)

const state = useTickets.getState

/** A person as visibility sees them; null before and after the login. */
export function viewerOf(user: ReturnType<typeof useSession.getState>['user']): TicketViewer | null {
  if (user === null) return null
  const { id, profile, super: isSuper, queues, allTicket } = user
  return { id, profile, super: isSuper, queueIds: queues.map((queue) => queue.id), allTicket: allTicket === 'enabled' }
}
export const ticketViewer = (): TicketViewer | null => viewerOf(useSession.getState().user)

/** Changes the book by what was heard or fetched. */
export const changeBook = (change: (book: TicketBook) => TicketBook): void =>
  useTickets.setState(({ book }) => ({ book: change(book) }))

/** A known ticket as it looks here, with what was just done to it. */
function ticketIn({ book, overlays }: TicketsState, id: number): Ticket | undefined {
  const ticket = book.tickets.get(id)
  return ticket && overlaid(overlays, id, ticket)
}

/** Every known ticket as it looks here. */
export const knownTickets = ({ book, overlays }: TicketsState): Ticket[] =>
  [...book.tickets.values()].map((ticket) => overlaid(overlays, ticket.id, ticket))

/** Shows a change at once while `work` asks the server for it; takes it back when that fails. Errors: ApiError. */
export async function withOverlay<T>(id: number, part: Partial<Ticket>, work: () => Promise<T>): Promise<T> {
  useTickets.setState(({ overlays }) => ({ overlays: withPart(overlays, id, part) }))
  try {
    return await work()
  } finally {
    useTickets.setState(({ overlays }) => ({ overlays: withoutPart(overlays, id, part) }))
  }
}

/** Puts in what a call answered that was started at `startedAt` of the book's clock. */
export const putTickets = (tickets: Ticket[], startedAt: number): void =>
  changeBook((book) => mergeFetched(book, tickets, startedAt))

/** The same of a whole list: known tickets that belong to it and are not in it have changed while nobody told. */
export function putWholeList(tickets: Ticket[], startedAt: number, belongs: (ticket: Ticket) => boolean): void {
  const ids = new Set(tickets.map(({ id }) => id))
  changeBook((book) => {
    const gone = [...book.tickets.values()].filter((ticket) => belongs(ticket) && !ids.has(ticket.id))
    const left = removeMissing(
      book,
      gone.map(({ id }) => id),
      startedAt
    )
    return mergeFetched(left, tickets, startedAt)
  })
}

/** Puts in what a call said about the unread counter alone. */
export function putUnread(id: number, unreadMessages: number, startedAt: number): void {
  const known = state().book.tickets.get(id)
  if (known) putTickets([{ ...known, unreadMessages }], startedAt)
}

/** The book's clock, to be remembered when a call starts. */
export const bookClock = (): number => state().book.clock

async function fetchTicket(ask: () => Promise<Ticket>): Promise<Ticket> {
  const startedAt = bookClock()
  const ticket = await ask()
  putTickets([ticket], startedAt)
  return ticketIn(state(), ticket.id) ?? ticket
}

/** A known ticket by its address, as it looks here; the same object as long as nothing changes. */
export function ticketByUuid({ book, overlays }: TicketsState, uuid: string): Ticket | null {
  for (const ticket of book.tickets.values()) {
    if (ticket.uuid === uuid) return overlaid(overlays, ticket.id, ticket)
  }
  return null
}

/** A ticket by its address: the known one at once, else the server's. Errors: ApiError. */
export const findTicketByUuid = async (uuid: string): Promise<Ticket> =>
  ticketByUuid(state(), uuid) ?? fetchTicket(() => call(showTicketByUuid, { params: { uuid } }))

/** Asks for a ticket afresh; one that is gone is forgotten. Errors: ApiError. */
export function reloadTicket(id: number): Promise<Ticket> {
  return fetchTicket(() => call(showTicket, { params: { id } })).catch((error: unknown) => {
    if (hasCode(error, 'ERR_NO_TICKET_FOUND')) changeBook((book) => applyGone(book, id))
    throw error
  })
}

listen(ticketEvent, (event) =>
  changeBook((book) => {
    if (event.action === 'update') return applyTicket(book, event.ticket, event.seq)
    if (event.action === 'delete') return applyGone(book, event.ticketId, event.seq)
    return applyUnread(book, event.ticketId, event.unreadMessages, event.seq)
  })
)
listen(messageEvent, ({ ticket, seq }) => changeBook((book) => applyTicket(book, ticket, seq)))

const patch = (change: (ticket: Ticket) => Partial<Ticket> | null): void =>
  changeBook((book) => patchTickets(book, change))
listen(contactEvent, (event) => patch(contactChange(event)))
listen(tagEvent, (event) => patch(tagChange(event)))
listen(queueEvent, (event) => patch(queueChange(event)))
listen(userEvent, (event) => patch(userChange(event)))
listen(connectionEvent, (event) => patch(connectionChange(event)))

onLifecycle({ signedOut: () => useTickets.setState(empty) })
