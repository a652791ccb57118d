// Which list a ticket belongs to, and in which order; the same rules as the server's, so that live equals reloaded.
import {
  concerns,
  maySeeTicket,
  seesAllTickets,
  type Ticket,
  type TicketMoment,
  type TicketQuery,
  type TicketViewer
} from '@guiche/shared/features/inbox/tickets.ts'

export const listNames = ['attending', 'waiting', 'closed', 'search', 'unread'] as const
export type ListName = (typeof listNames)[number]

/** What the lists leave out. */
export interface TicketFilters {
  /** Only these queues; empty means every queue. */
  queueIds: number[]
  /** All of them have to be on a ticket. */
  tags: number[]
  /** Only tickets of these attendants; empty means everybody's. Waiting tickets have none and are not asked. */
  users: number[]
  onlyUnread: boolean
}

/** What happened to tickets, and from which day to which (YYYY-MM-DD, both included). */
export interface TicketPeriod {
  moment: TicketMoment
  from: string
  to: string
  /** How often it happened, by the figure that leads here; null where that is none. */
  times: number | null
}

/** What a search looks for. */
export interface TicketSearchView {
  text: string
  tags: number[]
  users: number[]
  period: TicketPeriod | null
}

/** What a person has chosen to see. */
export interface TicketView extends TicketFilters {
  /** Also open tickets of other attendants; for admins. */
  showAll: boolean
  search: TicketSearchView
}

/** True when a search has something to look for. */
export const isSearching = ({ search }: TicketView): boolean =>
  search.text.trim() !== '' || search.tags.length > 0 || search.users.length > 0 || search.period !== null

export const noFilters: TicketFilters = { queueIds: [], tags: [], users: [], onlyUnread: false }
export const noSearch: TicketSearchView = { text: '', tags: [], users: [], period: null }
export const plainView: TicketView = { ...noFilters, showAll: false, search: noSearch }

/** A view without its search. */
export function choiceOf(view: TicketView): TicketFilters & { showAll: boolean } {
  const { showAll, queueIds, tags, users, onlyUnread } = view
  return { showAll, queueIds, tags, users, onlyUnread }
}

export const isFiltered = ({ queueIds, tags, users, onlyUnread }: TicketFilters): boolean =>
  onlyUnread || queueIds.length + tags.length + users.length > 0

export type ListPosition = Pick<Ticket, 'id' | 'updatedAt' | 'waitingSince'>

/** Newest first. */
export const byNewest = (a: ListPosition, b: ListPosition): number =>
  a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1

/** Whoever waits for longest first; whoever waits for nothing by when the ticket last moved. */
export function byLongestWait(a: ListPosition, b: ListPosition): number {
  const [from, to] = [a.waitingSince ?? a.updatedAt, b.waitingSince ?? b.updatedAt]
  return from === to ? a.id - b.id : from < to ? -1 : 1
}

export const orderOf = (list: ListName) => (list === 'waiting' ? byLongestWait : byNewest)

const isOneOf = (ids: number[], id: number | null): boolean => ids.length === 0 || (id !== null && ids.includes(id))

function passes(filters: TicketFilters, ticket: Ticket): boolean {
  return (
    isOneOf(filters.queueIds, ticket.queueId) &&
    (ticket.status === 'pending' || isOneOf(filters.users, ticket.userId)) &&
    filters.tags.every((id) => ticket.tags.some((tag) => tag.id === id)) &&
    (!filters.onlyUnread || ticket.unreadMessages > 0)
  )
}

/** Whether a known ticket is in a list. What the search text matches only the server can say. */
export function belongs(list: ListName, ticket: Ticket, view: TicketView, viewer: TicketViewer): boolean {
  if (!maySeeTicket(viewer, ticket)) return false
  switch (list) {
    case 'attending':
      return (
        ticket.status === 'open' &&
        (ticket.userId === viewer.id || (view.showAll && seesAllTickets(viewer))) &&
        passes(view, ticket)
      )
    case 'waiting':
      return ticket.status === 'pending' && passes(view, ticket)
    case 'closed':
      return ticket.status === 'closed' && passes(view, ticket)
    case 'unread':
      return ticket.unreadMessages > 0 && ticket.status !== 'closed' && concerns(viewer, ticket)
    case 'search': {
      const { tags, users, period } = view.search
      return (
        tags.every((id) => ticket.tags.some((tag) => tag.id === id)) &&
        // Within a period they are those of that time, which the ticket does not tell.
        (period !== null || users.length === 0 || (ticket.userId !== null && users.includes(ticket.userId)))
      )
    }
  }
}

export const statusOf = {
  attending: 'open',
  waiting: 'pending',
  closed: 'closed',
  search: undefined,
  unread: undefined
} as const

/**
 * True when the server's list of unread tickets holds what concerns the person and no more. To an admin without a queue it
 * gives the waiting tickets of every queue.
 */
export const knowsAllUnread = (viewer: TicketViewer): boolean => !seesAllTickets(viewer) || viewer.queueIds.length > 0

/** The call that fills a list. */
export function queryOf(
  list: ListName,
  view: TicketView,
  viewer: TicketViewer,
  page: number
): Partial<Omit<TicketQuery, 'pageNumber'>> & { pageNumber: number } {
  const query = { pageNumber: page, status: statusOf[list] }
  const filters = {
    ...(view.queueIds.length > 0 ? { queueIds: view.queueIds } : {}),
    ...(view.tags.length > 0 ? { tags: view.tags } : {}),
    ...(view.users.length > 0 && list !== 'waiting' ? { users: view.users } : {}),
    ...(view.onlyUnread ? { unread: true } : {})
  }
  const isAll = seesAllTickets(viewer) && view.showAll
  switch (list) {
    case 'attending':
      return { ...query, ...filters, ...(isAll ? { showAll: true } : {}) }
    case 'waiting':
      return { ...query, ...filters, order: 'longestWaiting' }
    case 'closed':
      return { ...query, ...filters }
    case 'unread':
      return {
        ...query,
        withUnreadMessages: true,
        ...(seesAllTickets(viewer) && knowsAllUnread(viewer) ? { queueIds: [...viewer.queueIds] } : {})
      }
    case 'search': {
      const { text, tags, users, period } = view.search
      return {
        ...query,
        searchParam: text.trim().toLowerCase(),
        ...(tags.length > 0 ? { tags } : {}),
        ...(users.length > 0 ? { users } : {}),
        ...(period === null ? {} : { moment: period.moment, momentFrom: period.from, momentTo: period.to }),
        ...(seesAllTickets(viewer) ? { showAll: true } : {})
      }
    }
  }
}

export interface ListPage {
  phase: 'idle' | 'loading' | 'more' | 'refreshing' | 'ready' | 'failed'
  error: unknown
  hasMore: boolean
  /** How far down the list is known; null while nothing was loaded. */
  horizon: ListPosition | null
  /** Matching tickets below the horizon by the server's last word, which counts no further than 1000. */
  below: number
  /** What the server found, for a list whose members only it can tell. */
  found: ReadonlySet<number> | null
}

export const emptyPage: ListPage = {
  phase: 'idle',
  error: null,
  hasMore: false,
  horizon: null,
  below: 0,
  found: null
}

const isWithin = (list: ListName, page: ListPage, ticket: ListPosition): boolean =>
  !page.hasMore || page.horizon === null || orderOf(list)(ticket, page.horizon) <= 0

export interface TicketList {
  list: ListName
  page: ListPage
  view: TicketView
  viewer: TicketViewer
}

/** The rows of a list: known tickets that belong to it, down to where it was loaded. */
export function rowsOf(tickets: Iterable<Ticket>, { list, page, view, viewer }: TicketList): Ticket[] {
  const rows: Ticket[] = []
  for (const ticket of tickets) {
    if (list === 'search' && page.found?.has(ticket.id) !== true) continue
    if (belongs(list, ticket, view, viewer) && isWithin(list, page, ticket)) rows.push(ticket)
  }
  return rows.sort(orderOf(list))
}
