// Every ticket that is known, kept by calls and events through the same functions, in whatever order they come.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'

/** What was last heard of a ticket. */
interface Mark {
  /** Place in the company's order of the newest event that carried the whole ticket, or its end. */
  whole: number
  /** The same of the newest event that carried the unread counter alone, and what it said. */
  unread: number
  unreadMessages: number
  /** Own clock at which that was heard. */
  unreadAt: number
  isGone: boolean
  /** Own clock at which an event last changed it. */
  heardAt: number
}

export interface TicketBook {
  tickets: ReadonlyMap<number, Ticket>
  marks: ReadonlyMap<number, Mark>
  /** Counts what was heard; a call remembers it when it starts, to tell what happened behind its back. */
  clock: number
}

export const emptyBook: TicketBook = { tickets: new Map(), marks: new Map(), clock: 0 }

const unheard: Mark = { whole: -1, unread: -1, unreadMessages: 0, unreadAt: -1, isGone: false, heardAt: -1 }

function note(book: TicketBook, id: number, part: Partial<Mark>): Pick<TicketBook, 'marks' | 'clock'> {
  const clock = book.clock + 1
  const mark = { ...(book.marks.get(id) ?? unheard), ...part, heardAt: clock }
  return { marks: new Map(book.marks).set(id, mark), clock }
}

/** An event carried the ticket. One without a number, or with the newest, wins. */
export function applyTicket(book: TicketBook, ticket: Ticket, seq?: number): TicketBook {
  const mark = book.marks.get(ticket.id) ?? unheard
  const place = seq ?? Math.max(mark.whole, mark.unread)
  if (place < mark.whole) return book
  const present = mark.unread > place ? { ...ticket, unreadMessages: mark.unreadMessages } : ticket
  return {
    tickets: new Map(book.tickets).set(ticket.id, present),
    ...note(book, ticket.id, { whole: place, isGone: false })
  }
}

/** An event carried the unread counter alone. */
export function applyUnread(book: TicketBook, id: number, unreadMessages: number, seq?: number): TicketBook {
  const mark = book.marks.get(id) ?? unheard
  const place = seq ?? Math.max(mark.whole, mark.unread)
  if (place < mark.unread || place < mark.whole) return book
  const known = book.tickets.get(id)
  return {
    tickets: known ? new Map(book.tickets).set(id, { ...known, unreadMessages }) : book.tickets,
    ...note(book, id, { unread: place, unreadMessages, unreadAt: book.clock + 1 })
  }
}

/** The ticket was deleted, or may no longer be seen. */
export function applyGone(book: TicketBook, id: number, seq?: number): TicketBook {
  const mark = book.marks.get(id) ?? unheard
  const place = seq ?? Math.max(mark.whole, mark.unread)
  if (place < mark.whole) return book
  const tickets = new Map(book.tickets)
  tickets.delete(id)
  return { tickets, ...note(book, id, { whole: place, isGone: true }) }
}

/** The known ticket when the fetched one says the same, so that nothing is drawn again. */
const unlessSame = (known: Ticket | undefined, fetched: Ticket): Ticket =>
  known !== undefined && JSON.stringify(known) === JSON.stringify(fetched) ? known : fetched

/**
 * What a call that started at `startedAt` answered; what was heard since then wins over an older spelling. The same book
 * where it says what is known: no list is put in order again because a conversation was opened.
 */
export function mergeFetched(book: TicketBook, fetched: readonly Ticket[], startedAt: number): TicketBook {
  const tickets = new Map(book.tickets)
  for (const ticket of fetched) {
    const mark = book.marks.get(ticket.id)
    const known = tickets.get(ticket.id)
    if (mark && mark.heardAt > startedAt) {
      if (mark.isGone || (known && known.updatedAt >= ticket.updatedAt)) continue
    }
    // Of a ticket that was not known the counter alone may have been heard.
    const isCountHeard = mark !== undefined && mark.unreadAt > startedAt && mark.unread > mark.whole
    const present = isCountHeard ? { ...ticket, unreadMessages: mark.unreadMessages } : ticket
    tickets.set(ticket.id, unlessSame(known, present))
  }
  const isSame = fetched.every(({ id }) => tickets.get(id) === book.tickets.get(id))
  return isSame ? book : { ...book, tickets }
}

/** Forgets tickets that a fresh list no longer holds, unless something was heard of them since it was asked for. */
export function removeMissing(book: TicketBook, ids: readonly number[], startedAt: number): TicketBook {
  const stale = ids.filter((id) => (book.marks.get(id)?.heardAt ?? -1) <= startedAt)
  if (stale.length === 0) return book
  const tickets = new Map(book.tickets)
  for (const id of stale) tickets.delete(id)
  return { ...book, tickets }
}

/** Changes what tickets carry of something else: a contact's name, a queue's colour. Null leaves a ticket as it is. */
export function patchTickets(book: TicketBook, change: (ticket: Ticket) => Partial<Ticket> | null): TicketBook {
  let next: Map<number, Ticket> | null = null
  let heard: Pick<TicketBook, 'marks' | 'clock'> = book
  for (const ticket of book.tickets.values()) {
    const part = change(ticket)
    if (part === null) continue
    next ??= new Map(book.tickets)
    next.set(ticket.id, { ...ticket, ...part })
    heard = note({ ...book, ...heard }, ticket.id, {})
  }
  return next === null ? book : { tickets: next, ...heard }
}
