// For a batch of received messages: whose conversation each belongs to, and the ticket it goes into.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { ContactBrief } from '@guiche/shared/features/inbox/contacts.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Address, InboundMessage } from '#platform/whatsapp-port.ts'
import { contactAppeared } from '#features/inbox/contacts/contacts.events.ts'
import { contactBriefOf } from '#features/inbox/contacts/lists/contact-rows.ts'
import {
  addressesOf,
  cleanName,
  noteParty,
  resolveContacts,
  type NamedParty
} from '#features/inbox/contacts/identity/resolve-contacts.ts'
import { setWaAddress } from '#features/inbox/contacts/contacts.service.ts'
import { openForInbound } from '#features/inbox/tickets/lifecycle/open-for-inbound.ts'
import type { TicketBefore } from '#features/inbox/tickets/tickets.events.ts'
import { ticketOf, type TicketRow } from '#features/inbox/tickets/lists/ticket-rows.ts'
import { closedWritten } from '../messages.events.ts'
import { chatContexts, messageKey, storedKeys, type ChatContext, type ChatTarget } from './receive.repo.ts'

/** A message with the connection that received it. */
export interface Received {
  connectionId: number
  message: InboundMessage
}

/** A conversation with its ticket; `ticket` is null when nothing of the batch needs one and there is none. */
export interface OpenChat {
  contact: ContactBrief
  ticket: Ticket | null
  /** Milliseconds; the order of the newest message. */
  lastMessageAt: number
  /** The ticket is new or was taken up again by this batch. */
  isFresh: boolean
  /** Where the ticket was before this batch; null for a new one. */
  before: TicketBefore | null
  /** The ticket stays closed, because what was written wants nothing. */
  isClosingRemark: boolean
}

/** Names the conversation of an address on a connection. */
export const chatKey = (connectionId: number, address: Address): string => `${connectionId}|${address}`

const needsTicket = (message: InboundMessage): boolean => message.type === 'message' || message.type === 'undecryptable'

interface PlacedParty extends NamedParty {
  connectionId: number
}

/** Distinct parties of a batch with the newest name each gave. */
function partiesOf(batch: Received[]): PlacedParty[] {
  const parties = new Map<string, PlacedParty>()
  for (const { connectionId, message } of batch) {
    const { chat, fromMe, pushName } = message
    const key = chatKey(connectionId, chat.address)
    const before = parties.get(key)
    // In a group the name is the writer's, and an own message carries the own name.
    const name = chat.isGroup || fromMe ? null : pushName
    parties.set(key, {
      connectionId,
      party: { ...chat, phone: chat.phone ?? before?.party.phone ?? null, lid: chat.lid ?? before?.party.lid ?? null },
      name: name ?? before?.name ?? null
    })
  }
  return [...parties.values()]
}

type Contexts = Map<string, ChatContext>

/** True when every address of the party is known to be of one contact. */
function isSettled({ connectionId, party }: PlacedParty, contexts: Contexts): boolean {
  const owners = addressesOf(party).map((address) => contexts.get(chatKey(connectionId, address))?.ofContact)
  return owners.every((owner) => owner !== undefined && owner === owners[0])
}

async function contextMap(tx: Ctx, companyId: number, parties: PlacedParty[]): Promise<Contexts> {
  const places = new Map<string, ChatTarget>()
  for (const { connectionId, party } of parties) {
    for (const address of addressesOf(party)) places.set(chatKey(connectionId, address), { connectionId, address })
  }
  const rows = await chatContexts(tx.db, companyId, [...places.values()])
  return new Map(
    rows.flatMap((row) => row.addresses.map((address) => [chatKey(row.ofConnection, address), row] as const))
  )
}

/** Names and addresses follow what WhatsApp says; both change seldom. */
async function followParty(
  tx: Ctx,
  companyId: number,
  { party, name }: NamedParty,
  context: ChatContext
): Promise<boolean> {
  const clean = cleanName(name)
  const renamed = clean !== null && context.nameSource !== 'typed' && clean !== context.ofContactName
  if (renamed) await noteParty(tx, companyId, party, name)
  if (context.waAddress !== party.address) await setWaAddress(tx, companyId, context.ofContact, party.address)
  return renamed
}

function contactOf(ctx: Ctx, row: ChatContext): ContactBrief {
  return contactBriefOf(ctx, {
    id: row.ofContact,
    name: row.ofContactName,
    number: row.ofContactNumber,
    email: row.ofContactEmail,
    picture: row.ofContactPicture,
    isGroup: row.ofContactIsGroup
  })
}

/** Makes contacts of people who are not known yet, or not by all their addresses. */
async function settle(tx: Ctx, companyId: number, unsettled: PlacedParty[], contexts: Contexts): Promise<void> {
  const known = new Set([...contexts.values()].map((row) => row.ofContact))
  const resolved = await resolveContacts(tx, companyId, unsettled)
  const fresh = new Map<number, Set<number>>()
  for (const { connectionId, party } of unsettled) {
    const id = resolved.get(party.address)
    if (id === undefined || known.has(id)) continue
    known.add(id)
    fresh.set(connectionId, (fresh.get(connectionId) ?? new Set()).add(id))
  }
  for (const [connectionId, ids] of fresh)
    tx.bus.emit(contactAppeared, { companyId, connectionId, contactIds: [...ids] })
}

function identityOf(context: ChatContext, { fromMe, waId }: InboundMessage) {
  return {
    connectionId: context.ofConnection,
    contactId: context.ofContact,
    fromMe: fromMe,
    waId: waId
  }
}

/** Of the messages for closed tickets those that are there already: a second copy of an old message wakes nobody. */
function seenBefore(tx: Ctx, companyId: number, batch: Received[], contexts: Contexts): Promise<Set<string>> {
  const given = batch.flatMap(({ connectionId, message }) => {
    const context = contexts.get(chatKey(connectionId, message.chat.address))
    const isClosed = context && context.id !== null && context.status === 'closed'
    return isClosed && needsTicket(message) ? [identityOf(context, message)] : []
  })
  return storedKeys(tx.db, companyId, given)
}

const textOf = (message: InboundMessage): string | null =>
  message.type === 'message' && message.content.kind === 'text' ? message.content.body : null

interface Opened {
  fresh: Set<number>
  /** There was something to open: who else did so in the same moment was maybe first. */
  isAsked: boolean
  /** Those that stay closed. */
  closingRemarks: Set<number>
}

/** Tickets for conversations that have none that is active. */
async function openTickets(tx: Ctx, companyId: number, batch: Received[], contexts: Contexts): Promise<Opened> {
  const seen = await seenBefore(tx, companyId, batch, contexts)
  const wanted = new Map<string, Parameters<typeof openForInbound>[2][number]>()
  const written = new Map<number, (string | null)[]>()
  for (const { connectionId, message } of batch) {
    const context = contexts.get(chatKey(connectionId, message.chat.address))
    // A closed ticket that the bot still listens to (for a rating) is opened again by the bot, if at all.
    const isActive = context?.id != null && (context.status !== 'closed' || context.chatbot)
    if (!needsTicket(message) || !context || isActive || seen.has(messageKey(identityOf(context, message)))) continue
    const key = `${connectionId}|${context.ofContact}`
    const { isGroup } = message.chat
    wanted.set(key, {
      connectionId,
      contactId: context.ofContact,
      ticketId: context.id,
      isGroup,
      // What was written on the phone alone does not put a conversation into the waiting list.
      isOwnOnly: (wanted.get(key)?.isOwnOnly ?? true) && message.fromMe
    })
    if (context.id !== null && !isGroup)
      written.set(context.id, [...(written.get(context.id) ?? []), message.fromMe ? null : textOf(message)])
  }
  const closingRemarks = new Set<number>()
  if (written.size > 0) await closedWritten.run(tx, companyId, written, closingRemarks)
  const openings = [...wanted.values()].filter(({ ticketId }) => ticketId === null || !closingRemarks.has(ticketId))
  return { fresh: await openForInbound(tx, companyId, openings), isAsked: openings.length > 0, closingRemarks }
}

function positionOf({ status, userId, queueId }: ChatContext): TicketBefore {
  return {
    status,
    userId,
    queueId
  }
}

/** Conversations by `chatKey`. One statement when everybody is known and has an active ticket. */
export async function openChats(tx: Ctx, companyId: number, batch: Received[]): Promise<Map<string, OpenChat>> {
  const parties = partiesOf(batch)
  let contexts = await contextMap(tx, companyId, parties)
  const unsettled = parties.filter((one) => !isSettled(one, contexts))
  if (unsettled.length > 0) {
    await settle(tx, companyId, unsettled, contexts)
    contexts = await contextMap(tx, companyId, parties)
  }
  let isStale = false
  for (const one of parties) {
    const context = contexts.get(chatKey(one.connectionId, one.party.address))
    if (context && (await followParty(tx, companyId, one, context))) isStale = true
  }
  const before = new Map([...contexts.values()].map((row) => [row.id, row.id === null ? null : positionOf(row)]))
  const { fresh, isAsked, closingRemarks } = await openTickets(tx, companyId, batch, contexts)
  if (isAsked || isStale) contexts = await contextMap(tx, companyId, parties)

  const chats = new Map<ChatContext, OpenChat>()
  for (const row of new Set(contexts.values())) {
    chats.set(row, {
      contact: contactOf(tx, row),
      ticket: row.id === null ? null : ticketOf(tx, companyId, row as TicketRow),
      lastMessageAt: row.lastMessageAt === null ? 0 : new Date(row.lastMessageAt).getTime(),
      isFresh: row.id !== null && fresh.has(row.id),
      before: before.get(row.id) ?? null,
      isClosingRemark: row.id !== null && closingRemarks.has(row.id)
    })
  }
  return new Map([...contexts].map(([key, row]) => [key, chats.get(row) as OpenChat]))
}
