// The rows of a list as they look here, newest first, rendered again when they change.
import { useMemo } from 'react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useSession } from '#platform/session.ts'
import { rowsOf, type ListName } from './ticket-lists.ts'
import { useTicketPages } from './ticket-pages.store.ts'
import { knownTickets, useTickets, viewerOf } from './tickets.store.ts'

export const useTicketRows = (list: ListName): Ticket[] => {
  const known = useTickets((state) => state)
  const page = useTicketPages(({ pages }) => pages[list])
  const view = useTicketPages((state) => state.view)
  const user = useSession((state) => state.user)
  return useMemo(() => {
    const viewer = viewerOf(user)
    return viewer === null ? [] : rowsOf(list, knownTickets(known), page, view, viewer)
  }, [list, known, page, view, user])
}
