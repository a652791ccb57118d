// How far each list of tickets is loaded, what it is to show, and the numbers on its tabs.
import { create } from 'zustand'
import {
  countTickets,
  listTickets,
  seesAllTickets,
  ticketEvent,
  ticketPageSize,
  type Ticket
} from '@guiche/shared/features/inbox/tickets.ts'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { useSession } from '#platform/session/session.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createNewest, type Newest } from '#platform/state/newest.ts'
import {
  emptyPage,
  isSearching,
  listNames,
  orderOf,
  plainView,
  queryOf,
  rowsOf,
  type ListName,
  type ListPage,
  type TicketView
} from './ticket-lists.ts'
import { showHits } from './ticket-hits.store.ts'
import { refreshPins } from './ticket-pins.store.ts'
import { storedView, storeView } from './ticket-view.ts'
import { putTicketPart, serverTickets, takeTickets, ticketViewer } from '../replica/tickets.store.ts'

/** Milliseconds after the last key before a search is asked. */
const searchDelay = 500
/** Milliseconds in which several events lead to one count. */
const countDelay = 1_000

interface TicketPagesState {
  pages: Readonly<Record<ListName, ListPage>>
  view: TicketView
  /** The server's numbers of open and waiting tickets, each up to 1000; null before it has told them. */
  counts: { open: number; pending: number } | null
}

const emptyPages = Object.fromEntries(listNames.map((name) => [name, emptyPage])) as TicketPagesState['pages']
const empty: TicketPagesState = { pages: emptyPages, view: plainView, counts: null }

export const useTicketPages = create<TicketPagesState>(() => empty)

const state = useTicketPages.getState
const asked = Object.fromEntries(listNames.map((name) => [name, createNewest()])) as Record<ListName, Newest>

interface OfLogin {
  /** The page a list last asked for and how much it showed then, to see whether asking led anywhere. */
  lastMore: Map<ListName, { page: number; shown: number }>
  /** Lists of which a further page could not be had, while what is shown is as it should be. */
  lacksMore: Set<ListName>
  /** The search that was asked for what is found. */
  foundBy: TicketView['search'] | null
  counting: ReturnType<typeof setTimeout> | undefined
  searching: ReturnType<typeof setTimeout> | undefined
  /** Who looks and what they may see, as text. */
  viewer: string
}

const own = ofLogin<OfLogin>(
  () => ({
    lastMore: new Map(),
    lacksMore: new Set(),
    foundBy: null,
    counting: undefined,
    searching: undefined,
    viewer: 'null'
  }),
  ({ counting, searching }) => {
    clearTimeout(counting)
    clearTimeout(searching)
    for (const list of listNames) asked[list].outdate()
    useTicketPages.setState(empty)
  }
)

const setPage = (list: ListName, part: Partial<ListPage>): void =>
  useTicketPages.setState(({ pages }) => ({ pages: { ...pages, [list]: { ...pages[list], ...part } } }))

const lower = (list: ListName, a: ListPage['horizon'], b: ListPage['horizon']) =>
  a === null || b === null ? (a ?? b) : orderOf(list)(a, b) < 0 ? b : a

const placeOf = (ticket: Ticket | undefined): ListPage['horizon'] =>
  ticket ? { id: ticket.id, updatedAt: ticket.updatedAt, waitingSince: ticket.waitingSince } : null

/** Fetches a page: a fresh start says anew what the list holds, any other adds to it. */
async function fetchPage(list: ListName, pageNumber: number, phase: 'loading' | 'refreshing' | 'more'): Promise<void> {
  const viewer = ticketViewer()
  if (viewer === null) return
  const isNewest = asked[list].begin()
  const isFresh = phase !== 'more'
  if (isFresh) own().lastMore.delete(list)
  setPage(list, { phase, error: null })
  const { view } = state()
  try {
    const answer = await call(listTickets, { query: queryOf(list, view, viewer, pageNumber) })
    if (!isNewest()) return
    if (list === 'search') own().foundBy = view.search
    const before = state().pages[list]
    const [first, last] = [placeOf(answer.tickets[0]), placeOf(answer.tickets.at(-1))]
    const ids = answer.tickets.map(({ id }) => id)
    const found = isFresh ? ids : [...(before.found ?? []), ...ids]
    const page: ListPage = {
      phase: 'ready',
      error: null,
      hasMore: answer.hasMore,
      horizon: isFresh ? last : lower(list, before.horizon, last),
      below: answer.hasMore ? Math.max(0, answer.count - pageNumber * ticketPageSize) : 0,
      found: list === 'search' ? new Set(found) : null
    }
    // What belongs into the range of a page and is not on it has changed while nobody told.
    const shown = list === 'search' ? [] : rowsOf(serverTickets(), { list, page, view: state().view, viewer })
    const isCovered = (row: Ticket) =>
      (isFresh || (first !== null && orderOf(list)(first, row) <= 0)) &&
      (!answer.hasMore || (last !== null && orderOf(list)(row, last) <= 0))
    const missing = shown.filter((row) => isCovered(row) && !ids.includes(row.id)).map(({ id }) => id)
    // No event brings back the whole of one that was only read, and may stand in other lists.
    if (list === 'unread') for (const id of missing) putTicketPart(id, { unreadMessages: 0 }, answer)
    takeTickets(answer.tickets, answer, list === 'unread' ? [] : missing)
    setPage(list, page)
    if (list === 'search') void showHits(view.search.text, ids, isFresh)
  } catch (error) {
    if (!isNewest()) return
    // The same page is to be asked for again.
    own().lastMore.delete(list)
    if (isFresh) own().lacksMore.delete(list)
    else own().lacksMore.add(list)
    // What another search has found would stand there as if it were found by this one.
    const left = list === 'search' && own().foundBy !== view.search ? emptyPage : {}
    setPage(list, { ...left, phase: 'failed', error })
  }
}

/** Loads the first page of a list behind what is shown. */
function refreshTickets(list: ListName): Promise<void> {
  if (list === 'search' && !isSearching(state().view)) {
    asked[list].outdate()
    setPage(list, { ...emptyPage, phase: 'ready' })
    void showHits('', [], true)
    return Promise.resolve()
  }
  return fetchPage(list, 1, state().pages[list].horizon === null ? 'loading' : 'refreshing')
}

/** Loads a list when nobody has yet. */
export function ensureTickets(list: ListName): void {
  if (state().pages[list].phase === 'idle') void refreshTickets(list)
}

/** Asks again for what could not be had: a further page, or the list. */
export const retryTickets = (list: ListName): Promise<void> =>
  own().lacksMore.has(list) && state().pages[list].hasMore ? fetchNext(list) : refreshTickets(list)

/** Adds the next page. */
export async function loadMoreTickets(list: ListName): Promise<void> {
  const { hasMore, phase } = state().pages[list]
  if (hasMore && phase === 'ready') await fetchNext(list)
}

/** The next page is counted from what is shown, so that rows which left the list make nobody be skipped. */
async function fetchNext(list: ListName): Promise<void> {
  const { pages, view } = state()
  const page = pages[list]
  const viewer = ticketViewer()
  if (viewer === null) return
  const shown = rowsOf(serverTickets(), { list, page, view, viewer }).length
  const before = own().lastMore.get(list)
  const isStuck = before !== undefined && before.shown >= shown
  const next = isStuck ? before.page + 1 : Math.floor(shown / ticketPageSize) + 1
  own().lastMore.set(list, { page: next, shown })
  await fetchPage(list, next, 'more')
}

async function fetchCounts(): Promise<void> {
  const viewer = ticketViewer()
  if (viewer === null) return
  const { view } = state()
  const query = {
    ...(view.queueIds.length > 0 ? { queueIds: view.queueIds } : {}),
    ...(seesAllTickets(viewer) && view.showAll ? { showAll: true } : {})
  }
  const { open, pending } = await call(countTickets, { query })
  if (state().view === view) useTicketPages.setState({ counts: { open, pending } })
}

/** Asks for the numbers on the tabs once things have settled. */
export function countSoon(delay = countDelay): void {
  // Events that never pause must not put the count off for ever.
  const mine = own()
  if (mine.counting !== undefined && delay > 0) return
  clearTimeout(mine.counting)
  mine.counting = setTimeout(() => {
    mine.counting = undefined
    // A number that cannot be had stays as it was; the list itself tells of failures.
    void fetchCounts().catch(() => undefined)
  }, delay)
}

/** Changes what the lists show; they are empty until somebody looks at them again. */
export function setTicketView(part: Partial<Omit<TicketView, 'search'>>): void {
  const listed = ['attending', 'waiting', 'closed'] as const
  for (const list of listed) asked[list].outdate()
  useTicketPages.setState(({ view, pages }) => ({
    view: { ...view, ...part },
    pages: { ...pages, attending: emptyPage, waiting: emptyPage, closed: emptyPage }
  }))
  storeView(state().view)
  countSoon(0)
}

/** Changes the search: typing is waited for, a choice is asked at once. */
export function setTicketSearch(
  part: Partial<TicketView['search']>,
  delay = part.text === undefined ? 0 : searchDelay
): void {
  useTicketPages.setState(({ view }) => ({ view: { ...view, search: { ...view.search, ...part } } }))
  const mine = own()
  clearTimeout(mine.searching)
  mine.searching = setTimeout(() => void refreshTickets('search'), delay)
}

listen(ticketEvent, ({ action }) => {
  if (action !== 'updateUnread') countSoon()
})
listen(messageEvent, ({ action }) => {
  if (action === 'create') countSoon()
})

function refreshAll(): void {
  for (const list of listNames) if (state().pages[list].phase !== 'idle') void refreshTickets(list)
  countSoon(0)
}

/** Starts with the stored view at a login, and anew when the person's queues or rights change. */
function followViewer(): void {
  const viewer = ticketViewer()
  const present = JSON.stringify(viewer)
  const before = own().viewer
  if (present === before) return
  own().viewer = present
  if (viewer === null) return
  if (before === 'null') useTicketPages.setState({ view: storedView(seesAllTickets(viewer)) })
  else {
    refreshAll()
    void refreshPins()
  }
}
useSession.subscribe(followViewer)
followViewer()

onLifecycle({
  reload: refreshAll,
  online: () => {
    for (const list of listNames) if (state().pages[list].phase === 'failed') void retryTickets(list)
  }
})
