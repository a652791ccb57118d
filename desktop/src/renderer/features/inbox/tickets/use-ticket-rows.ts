// The rows of a list as they look here, newest first: worked out once for all who show them, the same until they change.
import { useCallback, useSyncExternalStore } from 'react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useSession } from '#platform/session.ts'
import { rowsOf, type ListName } from './ticket-lists.ts'
import { useTicketPages } from './ticket-pages.store.ts'
import { knownTickets, useTickets, viewerOf } from './tickets.store.ts'

interface Rows {
  from: readonly unknown[]
  rows: Ticket[]
}

const latest = new Map<ListName, Rows>()

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index])

const rowsNow = (list: ListName): Ticket[] => {
  const known = useTickets.getState()
  const { pages, view } = useTicketPages.getState()
  const { user } = useSession.getState()
  const before = latest.get(list)
  const from = [known, pages[list], view, user]
  if (before && isSame(before.from, from)) return before.rows
  const viewer = viewerOf(user)
  const found = viewer === null ? [] : rowsOf(list, knownTickets(known), pages[list], view, viewer)
  const rows = before && isSame(before.rows, found) ? before.rows : found
  latest.set(list, { from, rows })
  return rows
}

const follow = (changed: () => void): (() => void) => {
  const stops = [useTickets.subscribe(changed), useTicketPages.subscribe(changed), useSession.subscribe(changed)]
  return () => stops.forEach((stop) => stop())
}

export const useTicketRows = (list: ListName): Ticket[] =>
  useSyncExternalStore(
    follow,
    useCallback(() => rowsNow(list), [list])
  )
