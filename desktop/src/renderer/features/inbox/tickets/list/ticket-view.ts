// What this person last chose to see in the ticket list, kept on this computer.
import { plainView, type TicketView } from './ticket-lists.ts'

const storageKey = 'ticketView'

/** The stored choice; an admin starts with everybody's tickets. A search is not kept. */
export function storedView(isAdmin: boolean): TicketView {
  const fallback = { ...plainView, showAll: isAdmin }
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<TicketView>
    const queueIds = Array.isArray(stored.queueIds) ? stored.queueIds.filter((id) => typeof id === 'number') : []
    return { ...fallback, queueIds, showAll: isAdmin && (stored.showAll ?? fallback.showAll) }
  } catch {
    return fallback
  }
}

export function storeView({ showAll, queueIds }: TicketView): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ showAll, queueIds }))
  } catch {
    // A full or forbidden storage keeps the choice for this visit only.
  }
}
