// Tickets: one conversation with a contact, from waiting to closed; and who may see one.
import { z } from 'zod'
import { hasPermission, type Grantee } from '../../kernel/access.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idList, idParams, instant, nullableId, optionalOf, queryFlag, text, uuid } from '../../kernel/ids.ts'
import { pageNumber, searchParam } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { queueBrief } from '../org/queues.ts'
import { userBrief } from '../org/users.ts'
import { contactBrief, extraInfoSchema } from './contacts.ts'
import { mediaTypes } from './media-types.ts'
import { tagBrief } from './tags.ts'

export const ticketStatuses = ['pending', 'open', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** Tickets a page. */
export const ticketPageSize = 40

/**
 * Why a ticket is somebody else's: a person gave it away, its attendant left the team, its queue is gone, or it came to a
 * queue because nobody took it in time.
 */
const handoverKinds = ['transfer', 'userRemoved', 'queueRemoved', 'notTaken', 'onLeave', 'standIn'] as const

const handoverSchema = z.object({
  kind: z.enum(handoverKinds),
  /** Null where nobody gave it away. */
  fromId: z.number().nullable(),
  /** Name of the person, or of the queue that is gone, as it was then. */
  from: z.string(),
  comment: z.string(),
  at: instant
})
export type Handover = z.infer<typeof handoverSchema>

const questionSchema = z.object({
  /** Of the message. */
  id: uuid,
  /** Its first letters. */
  body: z.string(),
  mediaType: z.enum(mediaTypes),
  mediaName: z.string().nullable(),
  fromMe: z.boolean()
})

export const ticketSchema = z.object({
  id: z.number(),
  uuid: z.string(),
  status: z.enum(ticketStatuses),
  unreadMessages: z.number(),
  lastMessage: z.string(),
  /** When the customer wrote what nobody of the team has answered yet: the bot, campaigns and schedules are no answer. */
  waitingSince: instant.nullable(),
  /** Whether the last message is ours. */
  fromMe: z.boolean(),
  /** What the customer wrote last and nobody has answered, where texts of the bot or of a campaign stand behind it. */
  question: questionSchema.nullable(),
  isGroup: z.boolean(),
  userId: z.number().nullable(),
  contactId: z.number(),
  whatsappId: z.number().nullable(),
  queueId: z.number().nullable(),
  chatbot: z.boolean(),
  queueOptionId: z.number().nullable(),
  useIntegration: z.boolean(),
  integrationId: z.number().nullable(),
  promptId: z.number().nullable(),
  amountUsedBotQueues: z.number(),
  /** Column of the kanban board, null for none yet, and the rank on it. */
  kanbanColumnId: z.number().nullable(),
  orderIndex: z.number(),
  companyId: z.number(),
  createdAt: instant,
  updatedAt: instant,
  contact: contactBrief,
  queue: queueBrief.nullable(),
  user: userBrief.nullable(),
  tags: z.array(tagBrief),
  whatsapp: z.object({ id: z.number(), name: z.string(), connectionName: z.string() }).nullable(),
  /** Who handed it over last and what was said with it, until its new attendant has opened it. */
  handover: handoverSchema.nullable(),
  /** Notes that stand on it. */
  noteCount: z.number()
})
export type Ticket = z.infer<typeof ticketSchema>

/** A ticket as it is asked for: with the extra fields of its contact, which lists and events do not carry. */
const ticketShown = ticketSchema.extend({
  contact: contactBrief.extend({ extraInfo: z.array(extraInfoSchema).optional() })
})
export type TicketShown = z.infer<typeof ticketShown>

/** The least that decides who sees a ticket. */
export interface TicketAssignment {
  userId: number | null
  queueId: number | null
}
export interface TicketViewer extends Grantee {
  id: number
  queueIds: readonly number[]
  allTicket: boolean
}

/** Whether somebody sees the tickets of others, whatever their queue: admins, and who has a role that says so. */
export const seesAllTickets = (viewer: Grantee): boolean => hasPermission(viewer, 'tickets:seeAll')

/** Some see all; others their own, those of their queues and, with allTicket, those without a queue. */
export function maySeeTicket(viewer: TicketViewer, ticket: TicketAssignment): boolean {
  return (
    seesAllTickets(viewer) ||
    ticket.userId === viewer.id ||
    (ticket.queueId === null ? viewer.allTicket : viewer.queueIds.includes(ticket.queueId))
  )
}

/** True when a message of this ticket concerns the person: own, or unassigned within reach (spec R132, R133). */
export function concerns(viewer: TicketViewer, ticket: TicketAssignment): boolean {
  if (ticket.userId === viewer.id) return true
  if (ticket.userId !== null) return false
  return ticket.queueId === null ? viewer.allTicket || seesAllTickets(viewer) : viewer.queueIds.includes(ticket.queueId)
}

/** Milliseconds after which something that only now became known is no news any more. */
export const newsFor = 2 * 60_000

/** What happens to a ticket in a service cycle, as the figures of the dashboard count it. */
export const ticketMoments = ['begun', 'accepted', 'finished', 'served', 'rated', 'byProgram'] as const
export type TicketMoment = (typeof ticketMoments)[number]

export const ticketQuery = z.object({
  searchParam,
  pageNumber,
  status: optionalOf(z.enum(ticketStatuses)),
  /** Also tickets of other attendants (for who sees all; without effect for others). */
  showAll: queryFlag.optional(),
  queueIds: optionalOf(idList),
  tags: optionalOf(idList),
  users: optionalOf(idList),
  /** What is unread of the own and of one's queues, whatever the status (spec); `unread` leaves the read ones of a list out. */
  withUnreadMessages: queryFlag.optional(),
  unread: queryFlag.optional(),
  /** Created on this day (YYYY-MM-DD, company time zone). */
  date: text(40).optional(),
  /** Last changed on this day. */
  updatedAt: text(40).optional(),
  /** Only tickets to which this happened between the two days, both included; `users` are then those of that cycle. */
  moment: optionalOf(z.enum(ticketMoments)),
  momentFrom: text(40).optional(),
  momentTo: text(40).optional(),
  /** Whoever waits for longest comes first; without effect on a search. */
  order: z.enum(['longestWaiting']).optional()
})
export type TicketQuery = z.output<typeof ticketQuery>

export const listTickets = endpoint({
  method: 'GET',
  path: '/tickets',
  access: 'user',
  query: ticketQuery,
  response: z.object({ tickets: z.array(ticketSchema), count: z.number(), hasMore: z.boolean() }),
  summary:
    'Newest first unless `order` says otherwise, 40 a page. `count` is the number of matching tickets, at most 1000'
})
export const showTicket = endpoint({
  method: 'GET',
  path: '/tickets/:id',
  access: 'user',
  params: idParams,
  response: ticketShown
})
export const showTicketByUuid = endpoint({
  method: 'GET',
  path: '/tickets/u/:uuid',
  access: 'user',
  params: z.object({ uuid }),
  response: ticketShown
})

export const ticketDraft = z.object({
  contactId: id,
  queueId: nullableId.optional().transform((v) => v ?? null),
  whatsappId: nullableId.optional().transform((v) => v ?? null),
  userId: nullableId.optional().transform((v) => v ?? null),
  status: z.enum(ticketStatuses).default('open')
})
export type TicketDraft = z.output<typeof ticketDraft>

/** What the `error` field of a refused creation holds, as JSON text. */
export const ticketConflict = z.object({
  code: z.literal('ERR_OTHER_OPEN_TICKET'),
  id: z.number(),
  uuid: z.string(),
  status: z.enum(ticketStatuses),
  userId: z.number().nullable(),
  user: z.object({ name: z.string() }).nullable(),
  queue: z.object({ name: z.string() }).nullable()
})
export type TicketConflict = z.infer<typeof ticketConflict>

export const createTicket = endpoint({
  method: 'POST',
  path: '/tickets',
  access: 'user',
  body: ticketDraft,
  response: ticketSchema,
  summary: 'Opens a ticket for a contact; when one is in service, 400 with a JSON text in `error`'
})

/** Letters of what is said to colleagues with a transfer. */
export const longestTransferComment = 500

/** What is said to whoever gets a ticket; null or empty for nothing. */
export const transferComment = text(longestTransferComment).trim().nullish()

export const ticketPatch = z.object({
  status: z.enum(ticketStatuses).optional(),
  userId: nullableId.optional(),
  queueId: nullableId.optional(),
  whatsappId: nullableId.optional(),
  useIntegration: z.boolean().nullish(),
  promptId: nullableId.optional(),
  integrationId: nullableId.optional(),
  /** Set by a transfer, so that the transfer text can be sent; false where nobody is to be told. */
  transfer: z.boolean().optional(),
  /** With a transfer, or a return to the queue: for colleagues, never for the customer. */
  comment: transferComment,
  /** Set by accepting: where the company wants it, the customer is greeted. Clients that greet by themselves leave it out. */
  greet: z.boolean().optional(),
  /** With the status closed: the customer is told nothing and not asked to rate. As legacy clients call it. */
  justClose: z.boolean().optional()
})
export type TicketPatch = z.output<typeof ticketPatch>

export const updateTicket = endpoint({
  method: 'PUT',
  path: '/tickets/:id',
  access: 'user',
  params: idParams,
  body: ticketPatch,
  response: ticketSchema,
  summary: 'Accept, return, resolve, reopen, transfer; 409 ERR_TICKET_ALREADY_ACCEPTED names who has it'
})
export const deleteTicket = endpoint({
  method: 'DELETE',
  path: '/tickets/:id',
  access: 'user',
  permission: 'ticket-options:deleteTicket',
  params: idParams,
  response: z.object({ message: z.string() })
})
/** Earlier tickets of a contact that are answered, the newest. */
export const mostEarlierTickets = 50

export const listEarlierTickets = endpoint({
  method: 'GET',
  path: '/tickets/:id/earlier',
  access: 'user',
  params: idParams,
  response: z.array(ticketSchema),
  summary: `Tickets of the same contact that began before this one and that the caller may see, the newest ${mostEarlierTickets} first`
})
export const showLaterTicket = endpoint({
  method: 'GET',
  path: '/tickets/:id/later',
  access: 'user',
  params: idParams,
  response: ticketSchema.nullable(),
  summary:
    'The ticket of the same contact that began next, of those that the caller may see; null where this is the last'
})
export const countTickets = endpoint({
  method: 'GET',
  path: '/tickets/counts',
  access: 'user',
  query: z.object({ showAll: queryFlag.optional(), queueIds: optionalOf(idList) }),
  response: z.object({ open: z.number(), pending: z.number(), unread: z.number() }),
  summary: 'How many tickets the open and waiting lists hold (each at most 1000) and how many have unread messages'
})

export const ticketEvent = wireEvent(
  (companyId) => `company-${companyId}-ticket`,
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('update'), ticket: ticketSchema }),
    z.object({ action: z.literal('updateUnread'), ticketId: z.number(), unreadMessages: z.number() }),
    /** Also sent to those who may no longer see it, then without the connection. */
    z.object({ action: z.literal('delete'), ticketId: z.number(), whatsappId: z.number().nullable().optional() })
  ])
)
