// What other programs hear of a company: by webhooks, and over the line or by the call of a connection's token.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { instant } from '../../kernel/ids.ts'

export const externalEvents = [
  'message.created',
  'message.updated',
  'ticket.updated',
  'ticket.deleted',
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'connection.updated',
  'connection.deleted'
] as const
export type ExternalEventName = (typeof externalEvents)[number]

const externalEventSchema = z.object({
  event: z.enum(externalEvents),
  /** Its place in the company's order; rises, with gaps. */
  seq: z.number(),
  at: instant,
  data: z.record(z.string(), z.unknown())
})
export type ExternalEvent = z.infer<typeof externalEventSchema>

/** Milliseconds between two signs of life on the line. */
export const streamHeartbeat = 15_000
/** Milliseconds in which a reader has to take what was sent; a slower one is cut off and goes on where it stopped. */
export const streamPatience = 5_000
/** Lines that one connection's token may hold open at a server. */
export const mostStreams = 5

/** Why the server ended a line, as WebSocket's close code. */
export const streamCloseCodes = { refused: 4401, tooSlow: 4408, tooOld: 4410, tooMany: 4429, goingAway: 1001 } as const

export const listExternalEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'external-token',
  planFlag: 'useExternalApi',
  query: z.object({
    /** The number of the last event that was handled. */
    after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0)
  }),
  response: z.object({
    events: z.array(externalEventSchema),
    /** Ask on from here. */
    seq: z.number(),
    hasMore: z.boolean()
  }),
  summary:
    'Messages, tickets and state of the connection, in order. As a WebSocket (header Authorization, or the query token) events come as they happen: {"type":"event",event,seq,at,data}; first {"type":"ready",seq}, and {"type":"heartbeat",seq} every 15 seconds. after= goes on behind that number, without it from now on. Close codes: 4401 token or plan, 4408 too slow a reader, 4410 older than is kept, 4429 too many lines, or guesses at tokens. As a plain call: a page of the events after that number; 410 ERR_SYNC_TOO_OLD when they are no longer kept'
})
