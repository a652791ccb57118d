// Who hears what about messages: those who may see their ticket.
import { messageEvent, type Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { EventBus } from '#platform/ctx.ts'
import type { WireMessage } from '#platform/events/domain-event.ts'
import { ticketRooms } from '#platform/realtime/rooms.ts'
import { messageChanged, messageStored } from './messages.events.ts'

function tell(action: 'create' | 'update', message: Message, ticket: Ticket): WireMessage[] {
  const payload: WirePayload<typeof messageEvent> = { action, message, ticket, contact: ticket.contact }
  const { companyId } = ticket
  return [{ companyId, rooms: ticketRooms(companyId, ticket), name: messageEvent.channel(companyId), payload }]
}

export function messagesRealtime(bus: EventBus): void {
  bus.project(messageStored, ({ message, ticket }) => tell('create', message, ticket))
  bus.project(messageChanged, ({ message, ticket }) => tell('update', message, ticket))
}
