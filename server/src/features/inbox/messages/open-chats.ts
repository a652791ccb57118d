// For a batch of received messages: whose conversation each belongs to, and the ticket it goes into.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { ContactBrief } from '@guiche/shared/features/inbox/contacts.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Address, ConnectionRef, InboundMessage } from '#platform/whatsapp-port.ts'
import { contactAppeared } from '#features/inbox/contacts/contacts.events.ts'
import { contactBriefOf } from '#features/inbox/contacts/contact-rows.ts'
import {
  addressesOf,
  cleanName,
  noteParty,
  resolveContacts,
  type NamedParty
} from '#features/inbox/contacts/resolve-contacts.ts'
import { setWaAddress } from '#features/inbox/contacts/contacts.service.ts'
import { openForInbound } from '#features/inbox/tickets/open-for-inbound.ts'
import { ticketOf, type TicketRow } from '#features/inbox/tickets/ticket-rows.ts'
import { chatContexts, messageKey, storedKeys, type ChatContext } from './receive.repo.ts'

/** A conversation with its ticket; `ticket` is null when nothing of the batch needs one and there is none. */
export interface OpenChat {
  contact: ContactBrief
  ticket: Ticket | null
  /** Milliseconds; the order of the newest message. */
  lastMessageAt: number
  /** The ticket is new or was taken up again by this batch. */
  isFresh: boolean
}

const needsTicket = (message: InboundMessage): boolean => message.type === 'message' || message.type === 'undecryptable'

/** Distinct parties of a batch with the newest name each gave. */
const partiesOf = (batch: InboundMessage[]): NamedParty[] => {
  const parties = new Map<Address, NamedParty>()
  for (const { chat, fromMe, pushName } of batch) {
    const before = parties.get(chat.address)
    // In a group the name is the writer's, and an own message carries the own name.
    const name = chat.isGroup || fromMe ? null : pushName
    parties.set(chat.address, {
      party: { ...chat, phone: chat.phone ?? before?.party.phone ?? null, lid: chat.lid ?? before?.party.lid ?? null },
      name: name ?? before?.name ?? null
    })
  }
  return [...parties.values()]
}

/** True when every address of the party is known to be of one contact. */
const isSettled = ({ party }: NamedParty, contexts: Map<Address, ChatContext>): boolean => {
  const owners = addressesOf(party).map((address) => contexts.get(address)?.of_contact)
  return owners.every((owner) => owner !== undefined && owner === owners[0])
}

const contextMap = async (tx: Ctx, ref: ConnectionRef, parties: NamedParty[]) => {
  const addresses = [...new Set(parties.flatMap(({ party }) => addressesOf(party)))]
  const rows = await chatContexts(tx.db, ref.companyId, ref.connectionId, addresses)
  return new Map(rows.map((row) => [row.address, row]))
}

/** Names and addresses follow what WhatsApp says; both change seldom. */
const followParty = async (
  tx: Ctx,
  companyId: number,
  { party, name }: NamedParty,
  context: ChatContext
): Promise<boolean> => {
  const clean = cleanName(name)
  const renamed = clean !== null && context.name_source !== 'typed' && clean !== context.of_contact_name
  if (renamed) await noteParty(tx, companyId, party, name)
  if (context.wa_address !== party.address) await setWaAddress(tx, companyId, context.of_contact, party.address)
  return renamed
}

const contactOf = (ctx: Ctx, row: ChatContext): ContactBrief =>
  contactBriefOf(ctx, {
    id: row.of_contact,
    name: row.of_contact_name,
    number: row.of_contact_number,
    email: row.of_contact_email,
    picture: row.of_contact_picture,
    isGroup: row.of_contact_is_group
  })

const keyIn = (context: ChatContext, { fromMe, waId }: InboundMessage): string =>
  messageKey({ contact_id: context.of_contact, from_me: fromMe, wa_id: waId })

/** Of the messages for closed tickets those that are there already: a second copy of an old message wakes nobody. */
const seenBefore = (tx: Ctx, ref: ConnectionRef, batch: InboundMessage[], contexts: Map<Address, ChatContext>) => {
  const given = batch.filter(needsTicket).flatMap(({ chat, fromMe, waId }) => {
    const context = contexts.get(chat.address)
    const isClosed = context && context.id !== null && context.status === 'closed'
    return isClosed ? [{ contact_id: context.of_contact, from_me: fromMe, wa_id: waId }] : []
  })
  return storedKeys(tx.db, ref.companyId, ref.connectionId, given)
}

/** Conversations by the address their stanzas used. One statement when everybody is known and has an active ticket. */
export const openChats = async (
  tx: Ctx,
  ref: ConnectionRef,
  batch: InboundMessage[]
): Promise<Map<Address, OpenChat>> => {
  const { companyId, connectionId } = ref
  const parties = partiesOf(batch)
  let contexts = await contextMap(tx, ref, parties)
  const unsettled = parties.filter((named) => !isSettled(named, contexts))
  let isStale = unsettled.length > 0
  if (isStale) {
    const known = new Set([...contexts.values()].map((row) => row.of_contact))
    const resolved = await resolveContacts(tx, companyId, unsettled)
    const contactIds = [...new Set(resolved.values())].filter((id) => !known.has(id))
    if (contactIds.length > 0) tx.bus.emit(contactAppeared, { companyId, connectionId, contactIds })
    contexts = await contextMap(tx, ref, parties)
  }
  isStale = false
  for (const named of parties) {
    const context = contexts.get(named.party.address)
    if (context && (await followParty(tx, companyId, named, context))) isStale = true
  }

  const wanted = new Map<number, { contactId: number; ticketId: number | null; isGroup: boolean; isOwnOnly: boolean }>()
  const seen = await seenBefore(tx, ref, batch, contexts)
  for (const message of batch.filter(needsTicket)) {
    const context = contexts.get(message.chat.address)
    // A closed ticket that the bot still listens to (for a rating) is opened again by the bot, if at all.
    if (!context || (context.id !== null && (context.status !== 'closed' || context.chatbot))) continue
    if (seen.has(keyIn(context, message))) continue
    const before = wanted.get(context.of_contact)
    wanted.set(context.of_contact, {
      contactId: context.of_contact,
      ticketId: context.id,
      isGroup: message.chat.isGroup,
      // What was written on the phone alone does not put a conversation into the waiting list.
      isOwnOnly: (before?.isOwnOnly ?? true) && message.fromMe
    })
  }
  const fresh = await openForInbound(tx, ref, [...wanted.values()])
  if (fresh.size > 0 || isStale) contexts = await contextMap(tx, ref, parties)

  return new Map(
    [...contexts].map(([address, row]) => [
      address,
      {
        contact: contactOf(tx, row),
        ticket: row.id === null ? null : ticketOf(tx, companyId, row as TicketRow),
        lastMessageAt: row.last_message_at === null ? 0 : new Date(row.last_message_at).getTime(),
        isFresh: row.id !== null && fresh.has(row.id)
      }
    ])
  )
}
