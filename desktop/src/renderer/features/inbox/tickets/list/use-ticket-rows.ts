// The rows of a list as they look here, what is pinned first and then the newest: worked out once for all who show them,
// the same until they change.
import { useCallback, useSyncExternalStore } from 'react'
import type { Ticket, TicketViewer } from '@guiche/shared/features/inbox/tickets.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { useSession } from '#platform/session/session.ts'
import { belongs, orderOf, rowsOf, statusOf, type ListName } from './ticket-lists.ts'
import { useTicketPages } from './ticket-pages.store.ts'
import { usePins } from './ticket-pins.store.ts'
import { useTicketInView } from '../replica/ticket-in-view.store.ts'
import { useTickets, viewerOf } from '../replica/tickets.store.ts'

interface Rows {
  from: readonly unknown[]
  rows: Ticket[]
}

const latest = ofLogin(() => new Map<ListName, Rows>())

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index])

/** The one that is open has just been read: it stays until another one is. */
function withOpen(list: ListName, rows: Ticket[], viewer: TicketViewer): Ticket[] {
  const open = useTickets.getState().rows.get(useTicketInView.getState().ticketId ?? 0)
  const view = { ...useTicketPages.getState().view, onlyUnread: false }
  if (!open || rows.includes(open) || !belongs(list, open, view, viewer)) return rows
  return [...rows, open].sort(orderOf(list))
}

function found(list: ListName, viewer: TicketViewer): Ticket[] {
  const { pages, view } = useTicketPages.getState()
  const tickets = useTickets.getState().rows
  const listed = rowsOf(tickets.values(), { list, page: pages[list], view, viewer })
  if (statusOf[list] === undefined) return listed
  const rows = view.onlyUnread ? withOpen(list, listed, viewer) : listed
  // On top also when it stands further down than the list is loaded.
  const pinned = usePins
    .getState()
    .items.flatMap(({ id }) => tickets.get(id) ?? [])
    .filter((ticket) => belongs(list, ticket, view, viewer))
  return pinned.length === 0 ? rows : [...pinned, ...rows.filter((row) => !pinned.includes(row))]
}

export function rowsNow(list: ListName): Ticket[] {
  const { pages, view } = useTicketPages.getState()
  const { user } = useSession.getState()
  const before = latest().get(list)
  const inView = view.onlyUnread ? useTicketInView.getState().ticketId : null
  const from = [useTickets.getState(), pages[list], view, user, usePins.getState().items, inView]
  if (before && isSame(before.from, from)) return before.rows
  const viewer = viewerOf(user)
  const present = viewer === null ? [] : found(list, viewer)
  const rows = before && isSame(before.rows, present) ? before.rows : present
  latest().set(list, { from, rows })
  return rows
}

function follow(changed: () => void): () => void {
  const stores = [useTickets, useTicketPages, useSession, usePins, useTicketInView]
  const stops = stores.map((store) => store.subscribe(changed))
  return () => stops.forEach((stop) => stop())
}

export function useTicketRows(list: ListName): Ticket[] {
  return useSyncExternalStore(
    follow,
    useCallback(() => rowsNow(list), [list])
  )
}
