// Tickets that a person keeps on top of the own lists; nobody else sees or hears of it.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, instant } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { ticketSchema } from './tickets.ts'

/** Tickets that one person has pinned at a time. */
export const mostPins = 10

const pinSchema = z.object({ ticketId: z.number(), createdAt: instant })
export type TicketPin = z.infer<typeof pinSchema>

const ticketIdParams = z.object({ ticketId: id })

export const listTicketPins = endpoint({
  method: 'GET',
  path: '/ticket-pins',
  access: 'user',
  response: z.object({ pins: z.array(pinSchema), tickets: z.array(ticketSchema) }),
  summary: 'What the caller has pinned, the newest pin first, with those of the tickets that the caller may see'
})
export const pinTicket = endpoint({
  method: 'PUT',
  path: '/ticket-pins/:ticketId',
  access: 'user',
  params: ticketIdParams,
  response: pinSchema,
  summary: 'Keeps a ticket on top of the caller’s own lists; at most 10'
})
export const unpinTicket = endpoint({
  method: 'DELETE',
  path: '/ticket-pins/:ticketId',
  access: 'user',
  params: ticketIdParams,
  response: z.object({ message: z.string() })
})

/** Goes to the person alone, on all of their windows. */
export const ticketPinEvent = wireEvent(
  (companyId) => `company-${companyId}-ticketPin`,
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('create'), pin: pinSchema }),
    z.object({ action: z.literal('delete'), ticketId: z.number() })
  ])
)
