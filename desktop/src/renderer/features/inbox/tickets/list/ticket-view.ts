// What this person last chose to see in the ticket list, kept on this computer.
import { choiceOf, plainView, type TicketView } from './ticket-lists.ts'

const storageKey = 'ticketView'

/** The stored choice; whoever sees all starts with everybody's tickets. A search is not kept. */
export function storedView(seesAll: boolean): TicketView {
  const fallback = { ...plainView, showAll: seesAll }
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<TicketView>
    const ids = (list: unknown) => (Array.isArray(list) ? list.filter((id) => typeof id === 'number') : [])
    const filters = {
      queueIds: ids(stored.queueIds),
      tags: ids(stored.tags),
      users: seesAll ? ids(stored.users) : [],
      onlyUnread: stored.onlyUnread === true
    }
    return { ...fallback, ...filters, showAll: seesAll && (stored.showAll ?? fallback.showAll) }
  } catch {
    return fallback
  }
}

export function storeView(view: TicketView): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(choiceOf(view)))
  } catch {
    // A full or forbidden storage keeps the choice for this visit only.
  }
}
