// The ticket lists in the picture that the app opens on: the top of each, what is pinned, and the tickets whose messages
// are kept.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { addToSnapshot, snapshotChanged } from '#platform/state/opening-snapshot.ts'
import { useMessages } from '#features/inbox/messages/thread/messages.store.ts'
import {
  choiceOf,
  emptyPage,
  listNames,
  rowsOf,
  type ListName,
  type ListPage,
  type TicketView
} from './ticket-lists.ts'
import { useTicketPages } from './ticket-pages.store.ts'
import { usePins } from './ticket-pins.store.ts'
import { serverTicket, serverTickets, takeTickets, ticketViewer, useTickets } from '../replica/tickets.store.ts'

/** Rows of a list that are kept. */
const mostRows = 120

type SnapshotPage = Pick<ListPage, 'hasMore' | 'horizon' | 'below'>

interface TicketsSnapshot {
  tickets: Ticket[]
  pages: Partial<Record<ListName, SnapshotPage>>
  /** What the lists were to show: with another choice they are others. */
  view: Omit<TicketView, 'search'>
  counts: { open: number; pending: number } | null
}

const cachedLists = listNames.filter((list) => list !== 'search')

function take(): TicketsSnapshot {
  const { pages, view, counts } = useTicketPages.getState()
  const viewer = ticketViewer()
  const kept = new Map<number, Ticket>()
  const keptPages: TicketsSnapshot['pages'] = {}
  for (const list of cachedLists) {
    const { hasMore, horizon, below } = pages[list]
    if (viewer === null || horizon === null) continue
    const rows = rowsOf(serverTickets(), { list, page: pages[list], view, viewer })
    const top = rows.slice(0, mostRows)
    for (const ticket of top) kept.set(ticket.id, ticket)
    const last = top.at(-1)
    keptPages[list] =
      rows.length > top.length && last
        ? {
            hasMore: true,
            horizon: { id: last.id, updatedAt: last.updatedAt, waitingSince: last.waitingSince },
            below: below + rows.length - top.length
          }
        : { hasMore, horizon, below }
  }
  const pinned = usePins.getState().items.map(({ id }) => id)
  for (const id of [...useMessages.getState().threads.keys(), ...pinned]) {
    const ticket = serverTicket(id)
    if (ticket) kept.set(id, ticket)
  }
  return { tickets: [...kept.values()], pages: keptPages, view: choiceOf(view), counts }
}

function show(snapshot: TicketsSnapshot): void {
  const { tickets, pages, view, counts } = snapshot
  takeTickets(tickets, snapshot)
  const now = useTicketPages.getState()
  if (JSON.stringify(view) !== JSON.stringify(choiceOf(now.view))) return
  // Idle: whoever looks at a list asks for it afresh behind what is shown.
  const known = Object.entries(pages).map(([list, page]) => [list, { ...emptyPage, ...page }])
  useTicketPages.setState({ pages: { ...now.pages, ...(Object.fromEntries(known) as typeof now.pages) }, counts })
}

addToSnapshot('tickets', { take, show })
useTickets.subscribe(snapshotChanged)
useTicketPages.subscribe(snapshotChanged)
