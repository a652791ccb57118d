// Which tab of the ticket list is open; it stays while one looks at other screens.
import { create } from 'zustand'
import type { TicketStatus } from '@guiche/shared/features/inbox/tickets.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

export type TicketTab = 'open' | 'closed' | 'search'

interface TabState {
  tab: TicketTab
  /** The part of the open tab. */
  part: 'attending' | 'waiting'
}

const start: TabState = { tab: 'open', part: 'attending' }

export const useTicketTab = create<TabState>(() => start)

export const showTab = (tab: TicketTab): void => useTicketTab.setState({ tab })
export const showPart = (part: TabState['part']): void => useTicketTab.setState({ tab: 'open', part })

/** Brings the tab to the front that holds tickets of a status. */
export function showTabOf(status: TicketStatus): void {
  if (status === 'closed') showTab('closed')
  else showPart(status === 'open' ? 'attending' : 'waiting')
}

onLifecycle({ signedOut: () => useTicketTab.setState(start) })
