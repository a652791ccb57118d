// What those who may see a ticket see of its notes.
import { mentionEvent, noteEvent } from '@guiche/shared/features/inbox/ticket-notes.ts'
import type { TicketAssignment } from '@guiche/shared/features/inbox/tickets.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf, ticketRooms } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { mentioned, mentionsRead, noteCreated, noteDeleted } from './ticket-notes.events.ts'

function people(companyId: number, userIds: number[]) {
  return { companyId, rooms: userIds.map((userId) => roomOf.user(companyId, userId)) }
}

const viewers = (companyId: number, place: TicketAssignment) => ({ companyId, rooms: ticketRooms(companyId, place) })

export function ticketNotesRealtime(bus: EventBus): void {
  bus.project(noteCreated, ({ companyId, place, note }) => [
    wireMessage(noteEvent, viewers(companyId, place), { action: 'create', note })
  ])
  bus.project(noteDeleted, ({ companyId, place, note }) => {
    const mentionedIds = note.mentions.map(({ id }) => id)
    return [
      wireMessage(noteEvent, viewers(companyId, place), { action: 'delete', noteId: note.id, ticketId: note.ticketId }),
      ...(mentionedIds.length > 0
        ? [wireMessage(mentionEvent, people(companyId, mentionedIds), { action: 'delete', noteId: note.id })]
        : [])
    ]
  })
  bus.project(mentioned, ({ companyId, userIds, mention }) => [
    wireMessage(mentionEvent, people(companyId, userIds), { action: 'create', mention })
  ])
  bus.project(mentionsRead, ({ companyId, userId, noteIds, readAt }) => [
    wireMessage(mentionEvent, people(companyId, [userId]), { action: 'read', noteIds, readAt })
  ])
}
