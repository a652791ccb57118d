// What happened to a ticket besides its messages: who took it, handed it on, tagged, resolved and rated it.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, instant } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

/** Activities that are answered, the newest. */
export const mostActivities = 200

export const activityKinds = [
  'accepted',
  'returned',
  'transferred',
  'resolved',
  'reopened',
  'tagged',
  'untagged',
  'rated',
  /** Its attendant went on leave: it waits again, or a stand-in has it. */
  'onLeave'
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** Of what is gone by now the name is null. */
const named = z.object({ id: z.number(), name: z.string().nullable() }).nullable()

export const activitySchema = z.object({
  id: z.number(),
  ticketId: z.number(),
  kind: z.enum(activityKinds),
  /** Who did it, or went on leave; null for the customer, the bot and the clock. */
  user: named,
  /** Whom and where a transfer led to. */
  toUser: named,
  toQueue: named,
  tag: named,
  rating: z.number().nullable(),
  createdAt: instant
})
export type TicketActivity = z.infer<typeof activitySchema>

export const listActivities = endpoint({
  method: 'GET',
  path: '/ticket-activities/:ticketId',
  access: 'user',
  params: z.object({ ticketId: id }),
  response: z.array(activitySchema),
  summary: `What happened to a ticket that the caller may see; the newest ${mostActivities}, oldest first`
})

/** Goes to those who may see the ticket. */
export const activityEvent = wireEvent(
  (companyId) => `company-${companyId}-ticketActivity`,
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('create'), activity: activitySchema }),
    /** A move was taken back at once. */
    z.object({ action: z.literal('delete'), activityId: z.number(), ticketId: z.number() })
  ])
)
