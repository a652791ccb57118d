// What higher floors of the house add to what can be done with a ticket.
import { createContext, type ComponentType } from 'react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'

interface Extras {
  /** Schedules a message for the ticket's contact. */
  ScheduleDialog: ComponentType<{ contact: Ticket['contact']; whatsappId: number | null; onClose: () => void }>
}

export const TicketExtras = createContext<Extras | null>(null)
