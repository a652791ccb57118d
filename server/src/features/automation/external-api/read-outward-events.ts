// The company's logged events as other programs hear them: named, in order, without what is for consoles alone.
import {
  externalEvents,
  type ExternalEvent,
  type ExternalEventName
} from '@guiche/shared/features/automation/external-events.ts'
import { connectionEvent } from '@guiche/shared/features/inbox/connections.ts'
import { contactEvent } from '@guiche/shared/features/inbox/contacts.ts'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import type { WireEvent, WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import { loggedEvents } from '#features/inbox/sync/sync.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'

export interface OutwardEvent extends ExternalEvent {
  /** The connection it is about; null for what belongs to the company as a whole. */
  connectionId: number | null
}

type Payload = Record<string, unknown>
type Shown = Pick<OutwardEvent, 'event' | 'data' | 'connectionId'> | null

/** What admins see of a connection holds its QR code. */
function withoutCode({ whatsapp }: Payload): Payload {
  const { id, name, status, statusReason, statusSince, number, isDefault } = (whatsapp ?? {}) as Payload
  return { whatsapp: { id, name, status, statusReason, statusSince, number, isDefault } }
}

/** What colleagues say to each other with a transfer is for consoles alone. */
function withoutHandover({ ticket, ...rest }: Payload): Payload {
  const { handover: _, ...shown } = (ticket ?? {}) as Payload
  return { ...rest, ticket: shown }
}

interface Source {
  of: WireEvent
  /** The action of its payload; null for events that have none. */
  action: string | null
  connectionIdOf: (payload: Payload) => unknown
  dataOf?: (payload: Payload) => Payload
}
type ActionOf<E extends WireEvent> = WirePayload<E> extends { action: infer A extends string } ? A : null

/** Compiles for actions that the event has. */
function from<E extends WireEvent>(of: E, action: ActionOf<E>, more: Omit<Source, 'of' | 'action'>): Source {
  return { of, action, ...more }
}

const ofNone = { connectionIdOf: () => null }
const ofTicket = {
  connectionIdOf: ({ ticket }: Payload) => (ticket as Payload)['whatsappId'],
  dataOf: withoutHandover
}
const ofPayload = { connectionIdOf: ({ whatsappId }: Payload) => whatsappId }
const ofConnection = { connectionIdOf: ({ whatsapp }: Payload) => (whatsapp as Payload)['id'], dataOf: withoutCode }

/** The logged event that each event for programs comes from. */
const sources: Record<ExternalEventName, Source> = {
  'message.created': from(messageEvent, 'create', ofTicket),
  'message.updated': from(messageEvent, 'update', ofTicket),
  'ticket.updated': from(ticketEvent, 'update', ofTicket),
  'ticket.deleted': from(ticketEvent, 'delete', ofPayload),
  'contact.created': from(contactEvent, 'create', ofNone),
  'contact.updated': from(contactEvent, 'update', ofNone),
  'contact.deleted': from(contactEvent, 'delete', ofNone),
  'connection.updated': from(connectionEvent, 'update', ofConnection),
  'connection.deleted': from(connectionEvent, 'delete', ofPayload)
}

/** How programs hear of a logged event; null for what is for consoles alone. */
function shownAs(companyId: number, name: string, payload: Payload): Shown {
  const { action = null, seq: _, ...data } = payload
  const event = externalEvents.find((one) => {
    const source = sources[one]
    return source.action === action && source.of.channel(companyId) === name
  })
  if (event === undefined) return null
  const { connectionIdOf, dataOf } = sources[event]
  const connectionId = connectionIdOf(payload)
  return {
    event,
    data: dataOf ? dataOf(data) : data,
    connectionId: typeof connectionId === 'number' ? connectionId : null
  }
}

/** A page of events after a number, and where to go on; `asTold` as of `loggedEvents`. Errors: ERR_SYNC_TOO_OLD. */
export async function readOutwardEvents(
  ctx: Ctx,
  companyId: number,
  after: number,
  wish: { asTold?: boolean } = {}
): Promise<{ events: OutwardEvent[]; seq: number; hasMore: boolean }> {
  // Whoever sees all hears of every ticket, and of each change once.
  const rooms = [roomOf.company(companyId), roomOf.admins(companyId), roomOf.holders(companyId, 'tickets:seeAll')]
  const { events, seq, hasMore } = await loggedEvents(ctx, companyId, { after, rooms, ...wish })
  const shown = events.flatMap(({ name, payload, at, seq: place }) => {
    const one = shownAs(companyId, name, payload)
    return one ? [{ ...one, seq: place, at: at.toISOString() }] : []
  })
  return { events: shown, seq, hasMore }
}
