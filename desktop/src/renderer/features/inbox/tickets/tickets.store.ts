// Tickets by list, kept by calls and events alike; what is known is shown at once and refreshed behind.
import { create } from 'zustand'
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import {
  countTickets,
  listTickets,
  showTicket,
  showTicketByUuid,
  ticketEvent,
  ticketPageSize,
  type Ticket,
  type TicketViewer
} from '@guiche/shared/features/inbox/tickets.ts'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { hasCode } from '#platform/api-error.ts'
import { call } from '#platform/http.ts'
import { listen, onReload } from '#platform/realtime.ts'
import { onSignedOut, useSession } from '#platform/session.ts'
import {
  emptyBook,
  forgetMissing,
  hearGone,
  hearTicket,
  hearUnread,
  mergeFetched,
  type TicketBook
} from './ticket-book.ts'
import {
  byNewest,
  emptyPage,
  listNames,
  plainView,
  queryOf,
  rowsOf,
  type ListName,
  type ListPage,
  type TicketView
} from './ticket-lists.ts'
import { storedView, storeView } from './ticket-view.ts'

/** Milliseconds after the last key before a search is asked. */
const searchDelay = 500
/** Milliseconds in which several events lead to one count. */
const countDelay = 1_000

export interface TicketsState {
  book: TicketBook
  /** What was just done here and the server has not confirmed yet, by ticket. */
  overlays: ReadonlyMap<number, Partial<Ticket>>
  pages: Readonly<Record<ListName, ListPage>>
  view: TicketView
  counts: { open: number; pending: number }
}

const emptyPages = Object.fromEntries(listNames.map((name) => [name, emptyPage])) as TicketsState['pages']
const emptyState: TicketsState = {
  book: emptyBook,
  overlays: new Map(),
  pages: emptyPages,
  view: plainView,
  counts: { open: 0, pending: 0 }
}

export const useTickets = create<TicketsState>(() => emptyState)

const state = useTickets.getState
const asked: Partial<Record<ListName, number>> = {}
let calls = 0

/** The signed-in person as visibility sees them; null before and after the login. */
export const ticketViewer = (): TicketViewer | null => {
  const { user } = useSession.getState()
  if (user === null) return null
  const { id, profile, super: isSuper, queues, allTicket } = user
  return { id, profile, super: isSuper, queueIds: queues.map((queue) => queue.id), allTicket: allTicket === 'enabled' }
}

/** Changes the book by what was heard or fetched. */
export const changeBook = (change: (book: TicketBook) => TicketBook): void =>
  useTickets.setState(({ book }) => ({ book: change(book) }))

/** A known ticket as it looks here, with what was just done to it. */
export const ticketIn = ({ book, overlays }: TicketsState, id: number): Ticket | undefined => {
  const ticket = book.tickets.get(id)
  const overlay = overlays.get(id)
  return ticket && overlay ? { ...ticket, ...overlay } : ticket
}

/** Every known ticket as it looks here. */
export const knownTickets = ({ book, overlays }: TicketsState): Ticket[] =>
  [...book.tickets.values()].map((ticket) => {
    const overlay = overlays.get(ticket.id)
    return overlay ? { ...ticket, ...overlay } : ticket
  })

const setPage = (list: ListName, part: Partial<ListPage>): void =>
  useTickets.setState(({ pages }) => ({ pages: { ...pages, [list]: { ...pages[list], ...part } } }))

const lowest = (a: ListPage['horizon'], b: ListPage['horizon']) =>
  a === null || b === null ? (a ?? b) : byNewest(a, b) < 0 ? b : a

/** Fetches a page; the first one says anew what the list holds. */
const fetchPage = async (list: ListName, pageNumber: number, phase: ListPage['phase']): Promise<void> => {
  const viewer = ticketViewer()
  if (viewer === null) return
  const mine = ++calls
  asked[list] = mine
  const startedAt = state().book.clock
  setPage(list, { phase, error: null })
  try {
    const answer = await call(listTickets, { query: queryOf(list, state().view, viewer, pageNumber) })
    if (asked[list] !== mine) return
    const { book, pages, view } = state()
    const isFirst = pageNumber === 1
    const last = answer.tickets.at(-1) ?? null
    const horizon = isFirst ? last : lowest(pages[list].horizon, last)
    const ids = answer.tickets.map((ticket) => ticket.id)
    const page: ListPage = {
      phase: 'ready',
      error: null,
      hasMore: answer.hasMore,
      horizon,
      count: answer.count,
      found: new Set(isFirst ? ids : [...(pages[list].found ?? []), ...ids])
    }
    // What is shown in the range of this page and is not in it any more was changed while nobody told.
    const gone = isFirst
      ? rowsOf(list, book.tickets.values(), page, view, viewer).flatMap(({ id }) => (ids.includes(id) ? [] : [id]))
      : []
    useTickets.setState({
      book: mergeFetched(forgetMissing(book, gone, startedAt), answer.tickets, startedAt),
      pages: { ...pages, [list]: page }
    })
  } catch (error) {
    if (asked[list] === mine) setPage(list, { phase: 'failed', error })
  }
}

/** True when a search has something to look for. */
export const isSearching = ({ search }: TicketView): boolean =>
  search.text.trim() !== '' || search.tags.length > 0 || search.users.length > 0

const refresh = (list: ListName): Promise<void> => {
  if (list === 'search' && !isSearching(state().view)) {
    asked.search = ++calls
    setPage('search', { ...emptyPage, phase: 'ready' })
    return Promise.resolve()
  }
  return fetchPage(list, 1, state().pages[list].horizon === null ? 'loading' : 'refreshing')
}

/** Loads a list when nobody has yet. */
export const ensureTickets = (list: ListName): void => {
  if (state().pages[list].phase === 'idle') void refresh(list)
}
export const refreshTickets = (list: ListName): Promise<void> => refresh(list)

/** Number of rows shown when a list last asked for more, to see whether asking led anywhere. */
const lastAsked: Partial<Record<ListName, { page: number; shown: number }>> = {}

/** Appends the next page. Pages are counted from what is shown, so that rows which left the list skip nobody. */
export const loadMoreTickets = async (list: ListName): Promise<void> => {
  const { pages, book, view } = state()
  const viewer = ticketViewer()
  if (viewer === null || !pages[list].hasMore || pages[list].phase !== 'ready') return
  const shown = rowsOf(list, book.tickets.values(), pages[list], view, viewer).length
  const before = lastAsked[list]
  const wanted = Math.floor(shown / ticketPageSize) + 1
  const page = Math.max(2, before && before.shown >= shown ? before.page + 1 : wanted)
  lastAsked[list] = { page, shown }
  await fetchPage(list, page, 'more')
}

let counting: ReturnType<typeof setTimeout> | undefined

const fetchCounts = async (): Promise<void> => {
  const viewer = ticketViewer()
  if (viewer === null) return
  const { view } = state()
  const query = {
    ...(view.queueIds.length > 0 ? { queueIds: view.queueIds } : {}),
    ...(isAdmin(viewer) && view.showAll ? { showAll: true } : {})
  }
  const { open, pending } = await call(countTickets, { query })
  if (state().view === view) useTickets.setState({ counts: { open, pending } })
}

/** Asks for the numbers on the tabs once things have settled. */
export const countSoon = (delay = countDelay): void => {
  clearTimeout(counting)
  // A number that cannot be had stays as it was; the list itself tells of failures.
  counting = setTimeout(() => void fetchCounts().catch(() => undefined), delay)
}

let searching: ReturnType<typeof setTimeout> | undefined

/** Changes what the list shows; lists that are open are asked again. */
export const setTicketView = (part: Partial<Omit<TicketView, 'search'>>): void => {
  useTickets.setState(({ view, pages }) => ({
    view: { ...view, ...part },
    pages: { ...emptyPages, search: pages.search, unread: pages.unread }
  }))
  storeView(state().view)
  countSoon(0)
}

/** Changes the search; typing is waited for, a choice is asked at once. */
export const setTicketSearch = (part: Partial<TicketView['search']>): void => {
  useTickets.setState(({ view }) => ({ view: { ...view, search: { ...view.search, ...part } } }))
  clearTimeout(searching)
  setPage('search', { phase: isSearching(state().view) ? 'loading' : 'ready', found: null, horizon: null })
  searching = setTimeout(() => void refresh('search'), part.text === undefined ? 0 : searchDelay)
}

/** A ticket by its address: the known one at once, else the server's. Errors: ApiError. */
export const findTicketByUuid = async (uuid: string): Promise<Ticket> => {
  const known = state()
    .book.tickets.values()
    .find((ticket) => ticket.uuid === uuid)
  return known ?? fetchTicket(() => call(showTicketByUuid, { params: { uuid } }))
}

/** Asks for a ticket afresh. Errors: ApiError. */
export const reloadTicket = (id: number): Promise<Ticket> =>
  fetchTicket(() => call(showTicket, { params: { id } })).catch((error: unknown) => {
    if (hasCode(error, 'ERR_NO_TICKET_FOUND')) changeBook((book) => hearGone(book, id))
    throw error
  })

const fetchTicket = async (ask: () => Promise<Ticket>): Promise<Ticket> => {
  const startedAt = state().book.clock
  const ticket = await ask()
  changeBook((book) => mergeFetched(book, [ticket], startedAt))
  return ticketIn(state(), ticket.id) ?? ticket
}

listen(ticketEvent, (event) => {
  changeBook((book) => {
    if (event.action === 'update') return hearTicket(book, event.ticket, event.seq)
    if (event.action === 'delete') return hearGone(book, event.ticketId, event.seq)
    return hearUnread(book, event.ticketId, event.unreadMessages, event.seq)
  })
  if (event.action !== 'updateUnread') countSoon()
})

listen(messageEvent, ({ action, ticket, seq }) => {
  const known = state().book.tickets.get(ticket.id)
  changeBook((book) => hearTicket(book, ticket, seq))
  if (action === 'create' && known?.status !== ticket.status) countSoon()
})

const refreshAll = (): void => {
  for (const list of listNames) if (state().pages[list].phase !== 'idle') void refresh(list)
  countSoon(0)
}
onReload(refreshAll)

onSignedOut(() => {
  clearTimeout(counting)
  clearTimeout(searching)
  for (const list of listNames) asked[list] = ++calls
  useTickets.setState(emptyState)
})

const reachOf = (): string => JSON.stringify(ticketViewer())
useSession.subscribe((now, before) => {
  if (now.user === null || now.user === before.user) return
  if (before.user === null) {
    useTickets.setState({ view: storedView(isAdmin(now.user)) })
    return
  }
  if (reachOf() !== lastReach) refreshAll()
  lastReach = reachOf()
})
let lastReach = reachOf()
