// What this person keeps on top of the lists: shown at once, kept by calls and by events alike.
import {
  listTicketPins,
  mostPins,
  pinTicket,
  ticketPinEvent,
  unpinTicket,
  type TicketPin
} from '@guiche/shared/features/inbox/ticket-pins.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { addToSnapshot, snapshotChanged } from '#platform/state/picture.ts'
import { listen } from '#platform/net/realtime.ts'
import { createWholeList } from '#platform/state/whole-list.ts'
import { removeMissing, mergeFetched } from '../book/ticket-book.ts'
import { bookClock, changeBook, reloadTicket, useTickets } from '../book/tickets.store.ts'

/** By the ticket's id. */
interface Pin {
  id: number
  createdAt: string
}

const pinOf = ({ ticketId, createdAt }: TicketPin): Pin => ({ id: ticketId, createdAt })

async function fetchPins(): Promise<Pin[]> {
  const startedAt = bookClock()
  const { pins, tickets } = await call(listTicketPins)
  const seen = new Set(tickets.map(({ id }) => id))
  const unseen = pins.flatMap(({ ticketId }) => (seen.has(ticketId) ? [] : [ticketId]))
  changeBook((book) => mergeFetched(removeMissing(book, unseen, startedAt), tickets, startedAt))
  return pins.map(pinOf)
}

/** The newest pin first: a pinned ticket keeps its place whatever comes in. */
const list = createWholeList<Pin>(fetchPins, (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)

export const usePins = list.use
export const ensurePins = list.ensure
export const refreshPins = list.refresh

export const useIsPinned = (id: number): boolean => usePins(({ items }) => items.some((pin) => pin.id === id))

/** Pins a ticket, or takes the pin off, at once; says so when the server refuses. */
export async function togglePin(id: number): Promise<void> {
  const { items } = usePins.getState()
  const present = items.find((pin) => pin.id === id)
  const params = { ticketId: id }
  try {
    if (present) {
      list.remove(id)
      await call(unpinTicket, { params })
    } else {
      // Where it would be one too many, the server decides first.
      if (items.length < mostPins) list.upsert({ id, createdAt: new Date().toISOString() })
      list.upsert(pinOf(await call(pinTicket, { params })))
    }
  } catch (error) {
    if (present) list.upsert(present)
    else list.remove(id)
    notify.error(error)
  }
}

listen(ticketPinEvent, (event) => {
  if (usePins.getState().phase === 'idle') return
  if (event.action === 'delete') return list.remove(event.ticketId)
  const pin = pinOf(event.pin)
  list.upsert(pin)
  // It may stand further down than any list was loaded; one that is gone by now has no row.
  if (!useTickets.getState().book.tickets.has(pin.id)) void reloadTicket(pin.id).catch(() => undefined)
})

addToSnapshot<Pin[]>('pins', {
  take: () => usePins.getState().items,
  // Idle: whoever looks at a list asks for them afresh behind what is shown.
  show: (items) => usePins.setState({ items })
})
usePins.subscribe(snapshotChanged)
