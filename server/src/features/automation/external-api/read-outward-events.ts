// The company's logged events as other programs hear them: named, in order, without what is for consoles alone.
import type { ExternalEvent, ExternalEventName } from '@guiche/shared/features/automation/external-events.ts'
import { connectionEvent } from '@guiche/shared/features/inbox/connections.ts'
import { contactEvent } from '@guiche/shared/features/inbox/contacts.ts'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import type { WireEvent } from '@guiche/shared/kernel/wire-event.ts'
import { loggedEvents } from '#features/inbox/sync/sync.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'

export interface OutwardEvent extends ExternalEvent {
  /** The connection it is about; null for what belongs to the company as a whole. */
  connectionId: number | null
}

type Payload = Record<string, unknown>
type Shown = Pick<OutwardEvent, 'event' | 'data' | 'connectionId'> | null

const partOf = (payload: Payload, name: string): Payload => (payload[name] ?? {}) as Payload
const connectionOf = (ticket: Payload): number | null =>
  typeof ticket['whatsappId'] === 'number' ? ticket['whatsappId'] : null

function byAction(
  names: Record<string, ExternalEventName>,
  connectionIdOf: (payload: Payload) => number | null = () => null
) {
  return (payload: Payload): Shown => {
    const { action, seq: _, ...data } = payload
    const event = names[String(action)]
    return event ? { event, data, connectionId: connectionIdOf(payload) } : null
  }
}

/** What admins see of a connection holds its QR code. */
function aboutConnection(payload: Payload): Shown {
  if (payload['action'] === 'delete') {
    const id = Number(payload['whatsappId'])
    return { event: 'connection.deleted', data: { whatsappId: id }, connectionId: id }
  }
  const { id, name, status, statusReason, statusSince, number, isDefault } = partOf(payload, 'whatsapp')
  const whatsapp = { id, name, status, statusReason, statusSince, number, isDefault }
  return { event: 'connection.updated', data: { whatsapp }, connectionId: Number(id) }
}

const readers: [WireEvent, (payload: Payload) => Shown][] = [
  [
    messageEvent,
    byAction({ create: 'message.created', update: 'message.updated' }, (payload) =>
      connectionOf(partOf(payload, 'ticket'))
    )
  ],
  [
    ticketEvent,
    byAction({ update: 'ticket.updated', delete: 'ticket.deleted' }, (payload) =>
      connectionOf(payload['action'] === 'delete' ? payload : partOf(payload, 'ticket'))
    )
  ],
  [contactEvent, byAction({ create: 'contact.created', update: 'contact.updated', delete: 'contact.deleted' })],
  [connectionEvent, aboutConnection]
]

/** A page of events after a number, and where to go on; `asTold` as of `loggedEvents`. Errors: ERR_SYNC_TOO_OLD. */
export async function readOutwardEvents(
  ctx: Ctx,
  companyId: number,
  after: number,
  wish: { asTold?: boolean } = {}
): Promise<{ events: OutwardEvent[]; seq: number; hasMore: boolean }> {
  // Admins hear of every ticket, and of each change once.
  const rooms = [roomOf.company(companyId), roomOf.admins(companyId)]
  const { events, seq, hasMore } = await loggedEvents(ctx, companyId, { after, rooms, ...wish })
  const shown = events.flatMap(({ name, payload, at, seq: place }) => {
    const reader = readers.find(([event]) => event.channel(companyId) === name)?.[1]
    const one = reader?.(payload)
    return one ? [{ ...one, seq: place, at: at.toISOString() }] : []
  })
  return { events: shown, seq, hasMore }
}
