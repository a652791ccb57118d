// Takes messages and notes that are deleted or gone out of what was written down before: logged events, deliveries of webhooks.
import type { Ctx } from '#platform/ctx.ts'
import { visibleNow, ticketIdsOf, type VisibleNow } from '../deleted-content.repo.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Milliseconds after a deletion in which somebody else may still have told the line of before. */
const overlap = 60_000

/** What a message says of its content, as it is without. */
const emptied = {
  body: '',
  mediaUrl: null,
  mediaPath: null,
  mediaName: null,
  mediaMime: null,
  mediaSize: null,
  duration: null,
  width: null,
  height: null,
  waveform: null,
  thumbnailUrl: null,
  mediaState: 'none',
  mediaVirus: null
}

/** Something that was told, and when. */
export interface PublishedValue {
  value: unknown
  at: Date
}

type Entry = Record<string, unknown>

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Also one that is shown as the answered one. */
function messageIdOf(one: Entry): string | null {
  return typeof one['id'] === 'string' && uuid.test(one['id']) && 'body' in one && 'fromMe' in one && 'mediaType' in one
    ? one['id']
    : null
}

/** Chats between colleagues have a last message too, but no contact. */
const ticketIdOf = (one: Entry): number | null =>
  typeof one['id'] === 'number' && 'lastMessage' in one && 'contactId' in one ? one['id'] : null

const noteIdOf = (one: Entry): number | null =>
  typeof one['id'] === 'number' && typeof one['note'] === 'string' && 'ticketId' in one ? one['id'] : null

/** What a delivery holds as a text of JSON: what people write may look like one, and stays as it is. */
function eventIn(one: Entry): PublishedValue | null {
  if (typeof one['webhookId'] !== 'number' || typeof one['body'] !== 'string') return null
  try {
    const value = JSON.parse(one['body']) as Entry
    return { value, at: new Date(String(value['at'])) }
  } catch {
    return null
  }
}

interface Named {
  messages: Set<string>
  tickets: Set<number>
  notes: Set<number>
}

function collect(value: unknown, named: Named): void {
  if (Array.isArray(value)) for (const one of value) collect(one, named)
  if (!isEntry(value)) return
  const [message, ticket, note] = [messageIdOf(value), ticketIdOf(value), noteIdOf(value)]
  if (message !== null) named.messages.add(message)
  if (ticket !== null) named.tickets.add(ticket)
  if (note !== null) named.notes.add(note)
  const inner = eventIn(value)
  if (inner) collect(inner.value, named)
  for (const one of Object.values(value)) if (typeof one === 'object') collect(one, named)
}

/** Whether the line that a ticket had may be of a message that is deleted by now. */
function isLineStale(ticket: number, { lastMessage, contactId }: Entry, at: Date, { tickets }: VisibleNow): boolean {
  const now = tickets.get(ticket)
  if (!now) return true
  if (now.line === lastMessage) return false
  // Of a ticket that went to another contact messages were dropped that the other had too.
  if (now.contactId !== contactId) return true
  return now.deletedAt !== null && !(at.getTime() > now.deletedAt.getTime() + overlap)
}

/**
 * What was said with a transfer is told as long as the ticket says it: it goes with its note, and when it has been read. Where
 * nothing was said nothing has to go: who comes late hears of the transfer like everybody.
 */
function isHandoverStale(ticket: number, { handover }: Entry, { tickets }: VisibleNow): boolean {
  return isEntry(handover) && handover['comment'] !== '' && tickets.get(ticket)?.handedOverAt !== handover['at']
}

function redact(value: unknown, at: Date, shown: VisibleNow): unknown {
  if (Array.isArray(value)) return value.map((one) => redact(one, at, shown))
  if (!isEntry(value)) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redact(one, at, shown)]))
  const inner = eventIn(value)
  if (inner) copy['body'] = JSON.stringify(redact(inner.value, inner.at, shown))
  const [message, ticket, note] = [messageIdOf(value), ticketIdOf(value), noteIdOf(value)]
  if (message !== null && !shown.messages.has(message)) {
    for (const [key, empty] of Object.entries(emptied)) if (key in copy) copy[key] = empty
    copy['isDeleted'] = true
  }
  // Not the line of today: whoever reads what was told then may not be shown the ticket any more.
  if (ticket !== null && isLineStale(ticket, value, at, shown)) copy['lastMessage'] = ''
  if (ticket !== null && isHandoverStale(ticket, value, shown)) copy['handover'] = null
  if (note !== null && !shown.notes.has(note)) copy['note'] = ''
  return copy
}

/** The tickets that these messages are in. */
export const ticketsOfMessages = (ctx: Ctx, companyId: number, messageIds: string[]): Promise<number[]> =>
  ticketIdsOf(ctx.db, companyId, messageIds)

/** The same, in order; messages and notes that are deleted by now, or gone with their ticket, have neither text nor file in it. */
export async function withoutDeleted(ctx: Ctx, companyId: number, told: PublishedValue[]): Promise<unknown[]> {
  const named: Named = { messages: new Set(), tickets: new Set(), notes: new Set() }
  for (const { value } of told) collect(value, named)
  const [messageIds, ticketIds, noteIds] = [[...named.messages], [...named.tickets], [...named.notes]]
  if (messageIds.length + ticketIds.length + noteIds.length === 0) return told.map(({ value }) => value)
  const shown = await visibleNow(ctx.db, companyId, { messageIds, ticketIds, noteIds })
  return told.map(({ value, at }) => redact(value, at, shown))
}
