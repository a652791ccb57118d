// Events of activities; each carries the ticket's place, which decides who hears of it.
import type { TicketActivity } from '@guiche/shared/features/inbox/ticket-activities.ts'
import type { TicketAssignment } from '@guiche/shared/features/inbox/tickets.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

interface OfTicket {
  companyId: number
  place: TicketAssignment
}

export const activityNoted = domainEvent<OfTicket & { activity: TicketActivity }>('activity noted')
export const activityTakenBack = domainEvent<OfTicket & { ticketId: number; activityId: number }>('activity taken back')
