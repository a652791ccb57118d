// What a person sees of the own pins, on every window.
import { ticketPinEvent } from '@guiche/shared/features/inbox/ticket-pins.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { ticketPinned, ticketUnpinned } from './ticket-pins.events.ts'

function windowsOf({ companyId, userId }: { companyId: number; userId: number }) {
  return {
    companyId,
    rooms: [roomOf.user(companyId, userId)]
  }
}

export function ticketPinsRealtime(bus: EventBus): void {
  bus.project(ticketPinned, ({ pin, ...person }) => [
    wireMessage(ticketPinEvent, windowsOf(person), { action: 'create', pin })
  ])
  bus.project(ticketUnpinned, ({ ticketId, ...person }) => [
    wireMessage(ticketPinEvent, windowsOf(person), { action: 'delete', ticketId })
  ])
}
