// Which tickets of a list are chosen to do the same with all of them.
import { create } from 'zustand'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

interface Selection {
  ids: ReadonlySet<number>
  /** Where a choice of several in a row begins. */
  anchor: number | null
  /** True while a press on a row chooses it instead of opening it. */
  isPicking: boolean
}

const none: Selection = { ids: new Set(), anchor: null, isPicking: false }

export const useTicketSelection = create<Selection>(() => none)

const state = useTicketSelection.getState

/** Chooses a ticket, or no longer. */
export function toggleTicket(id: number): void {
  const ids = new Set(state().ids)
  if (!ids.delete(id)) ids.add(id)
  useTicketSelection.setState({ ids, anchor: id })
}

/** Chooses every row from the last one that was chosen to this one. */
export function selectUpTo(rows: readonly Ticket[], id: number): void {
  const at = rows.findIndex((row) => row.id === id)
  const from = rows.findIndex((row) => row.id === state().anchor)
  if (at < 0 || from < 0) return toggleTicket(id)
  const range = rows.slice(Math.min(at, from), Math.max(at, from) + 1)
  useTicketSelection.setState({ ids: new Set([...state().ids, ...range.map((row) => row.id)]) })
}

export const selectAllTickets = (rows: readonly Ticket[]): void =>
  useTicketSelection.setState({ ids: new Set(rows.map(({ id }) => id)), anchor: rows[0]?.id ?? null })

/** Lets go of the choice; says whether there was one. */
export function clearSelection(): boolean {
  const { ids, isPicking } = state()
  if (ids.size === 0 && !isPicking) return false
  useTicketSelection.setState(none)
  return true
}

export function setPicking(isPicking: boolean): void {
  if (isPicking) useTicketSelection.setState({ isPicking })
  else clearSelection()
}

/** True while letters act on the chosen tickets and not on the open one. */
export const hasSelection = (): boolean => state().ids.size > 0

onLifecycle({ signedOut: () => useTicketSelection.setState(none) })
