// Who hears what about tickets: those who may see them, and those who no longer may.
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import type { WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { EventBus } from '#platform/ctx.ts'
import type { WireMessage } from '#platform/events/domain-event.ts'
import { ticketRooms } from '#platform/realtime/rooms.ts'
import { ticketChanged, ticketRead, ticketRemoved } from './tickets.events.ts'

const message = (
  companyId: number,
  rooms: string[],
  payload: WirePayload<typeof ticketEvent>,
  except: string[] = []
): WireMessage => ({ companyId, rooms, except, name: ticketEvent.channel(companyId), payload })

export function ticketsRealtime(bus: EventBus): void {
  bus.project(ticketChanged, ({ ticket, before }) => {
    const { companyId } = ticket
    const rooms = ticketRooms(companyId, ticket)
    const left = before ? ticketRooms(companyId, before).filter((room) => !rooms.includes(room)) : []
    return [
      ...(left.length > 0 ? [message(companyId, left, { action: 'delete', ticketId: ticket.id }, rooms)] : []),
      {
        ...message(companyId, rooms, { action: 'update', ticket }),
        ...(before && { before: { status: before.status, userId: before.userId } })
      }
    ]
  })
  bus.project(ticketRead, ({ companyId, ticketId, place }) => [
    message(companyId, ticketRooms(companyId, place), { action: 'updateUnread', ticketId, unreadMessages: 0 })
  ])
  bus.project(ticketRemoved, ({ companyId, ticketId, place }) => [
    message(companyId, ticketRooms(companyId, place), { action: 'delete', ticketId, whatsappId: place.connectionId })
  ])
}
