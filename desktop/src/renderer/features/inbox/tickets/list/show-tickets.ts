// Brings a list with what it is to leave out, or a search, to the front, for screens that lead to it.
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { noFilters, noSearch, type TicketPeriod, type TicketView } from './ticket-lists.ts'
import { setTicketSearch, setTicketView } from './ticket-pages.store.ts'
import { showPart, showTab } from './ticket-tab.store.ts'

type ShownList = 'attending' | 'waiting' | 'closed'

/** Everybody's tickets of a list. Returns where they are to be seen. */
export function showTickets(list: ShownList, filters: Partial<Omit<TicketView, 'search'>> = {}): string {
  setTicketView({ ...noFilters, showAll: true, ...filters })
  if (list === 'closed') showTab('closed')
  else showPart(list)
  return pages.tickets
}

/** Tickets to which something happened in a period, of everybody or of some, whatever became of them. */
export function showTicketsOfPeriod(period: TicketPeriod, users: number[] = []): void {
  setTicketSearch({ ...noSearch, period, users }, 0)
  showTab('search')
}
