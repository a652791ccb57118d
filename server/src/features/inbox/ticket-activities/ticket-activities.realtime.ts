// What those who may see a ticket see of what happens to it.
import { activityEvent } from '@guiche/shared/features/inbox/ticket-activities.ts'
import type { EventBus } from '#platform/ctx.ts'
import { ticketRooms } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { activityNoted, activityTakenBack } from './ticket-activities.events.ts'

export function ticketActivitiesRealtime(bus: EventBus): void {
  bus.project(activityNoted, ({ companyId, place, activity }) => [
    wireMessage(activityEvent, { companyId, rooms: ticketRooms(companyId, place) }, { action: 'create', activity })
  ])
  bus.project(activityTakenBack, ({ companyId, place, ticketId, activityId }) => [
    wireMessage(
      activityEvent,
      { companyId, rooms: ticketRooms(companyId, place) },
      { action: 'delete', ticketId, activityId }
    )
  ])
}
