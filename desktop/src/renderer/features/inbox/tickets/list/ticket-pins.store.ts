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
import { addToSnapshot, snapshotChanged } from '#platform/state/opening-snapshot.ts'
import { listen } from '#platform/net/realtime.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import type { Read } from '#platform/replica/reading.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { reloadTicket, takeTickets, useTickets } from '../replica/tickets.store.ts'

/** By the ticket's id. */
interface Pin {
  id: number
  createdAt: string
}

const pinOf = ({ ticketId, createdAt }: TicketPin): Pin => ({ id: ticketId, createdAt })

async function fetchPins(read: Read): Promise<Pin[]> {
  const answer = await read(listTicketPins)
  const { pins, tickets } = answer
  const seen = new Set(tickets.map(({ id }) => id))
  const unseen = pins.flatMap(({ ticketId }) => (seen.has(ticketId) ? [] : [ticketId]))
  takeTickets(tickets, answer, unseen)
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
  const isPinned = items.some((pin) => pin.id === id)
  const params = { ticketId: id }
  try {
    if (isPinned) {
      await list.draw(
        id,
        () => undefined,
        async () => {
          await call(unpinTicket, { params })
          list.remove(id)
        }
      )
    } else {
      const pin = async () => list.upsert(pinOf(await call(pinTicket, { params })))
      const createdAt = new Date().toISOString()
      // Where it would be one too many, the server decides first.
      if (items.length < mostPins) await list.draw(id, () => ({ id, createdAt }), pin)
      else await pin()
    }
  } catch (error) {
    notify.error(error)
  }
}

applyEvent(list, ticketPinEvent, (event) =>
  event.action === 'delete' ? { gone: event.ticketId } : { row: pinOf(event.pin) }
)
listen(ticketPinEvent, (event) => {
  if (usePins.getState().phase === 'idle' || event.action === 'delete') return
  const pin = pinOf(event.pin)
  // It may stand further down than any list was loaded; one that is gone by now has no row.
  if (!useTickets.getState().rows.has(pin.id)) void reloadTicket(pin.id).catch(() => undefined)
})

addToSnapshot<Pin[]>('pins', {
  take: () => usePins.getState().items,
  // Idle: whoever looks at a list asks for them afresh behind what is shown.
  show: list.seed
})
usePins.subscribe(snapshotChanged)
