// What those who may see a ticket see of its notes.
import { noteEvent } from '@guiche/shared/features/inbox/ticket-notes.ts'
import type { TicketAssignment } from '@guiche/shared/features/inbox/tickets.ts'
import type { EventBus } from '#platform/ctx.ts'
import { ticketRooms } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { noteCreated, noteDeleted } from './ticket-notes.events.ts'

const viewers = (companyId: number, place: TicketAssignment) => ({ companyId, rooms: ticketRooms(companyId, place) })

export function ticketNotesRealtime(bus: EventBus): void {
  bus.project(noteCreated, ({ companyId, place, note }) => [
    wireMessage(noteEvent, viewers(companyId, place), { action: 'create', note })
  ])
  bus.project(noteDeleted, ({ companyId, place, note }) => [
    wireMessage(noteEvent, viewers(companyId, place), { action: 'delete', noteId: note.id, ticketId: note.ticketId })
  ])
}
