// Stores what was said before a phone was paired: contact, closed ticket, messages; nobody is told of each.
import type { Ctx } from '#platform/ctx.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import type { ConnectionRef, EarlierConversation, EarlierMessage, Party } from '#platform/whatsapp-port.ts'
import { erasedAmong } from '#features/inbox/erasure/erasure.service.ts'
import { nameUnnamed } from '#features/inbox/contacts/identity/name-unnamed.ts'
import { addressesOf, resolveContacts } from '#features/inbox/contacts/identity/resolve-contacts.ts'
import { openForInbound } from '#features/inbox/tickets/lifecycle/open-for-inbound.ts'
import { contentColumns } from '../read/content-columns.ts'
import { previewOf } from '../read/message-rows.ts'
import { chatContexts, type ChatContext } from '../receive/receive.repo.ts'
import {
  hasEarlierSince,
  joinQuotes,
  storeEarlierRows,
  type HistoryTarget,
  type EarlierRow
} from './store-earlier.repo.ts'

/** The contact behind a conversation; new ones are not told of one by one. */
async function contactFor(
  tx: Ctx,
  companyId: number,
  { chat, name }: Pick<EarlierConversation, 'chat' | 'name'>,
  batch: EarlierMessage[]
): Promise<number | undefined> {
  const pushed = chat.isGroup ? null : (batch.findLast(({ message }) => message.pushName)?.message.pushName ?? null)
  const party = { party: chat, name: name ?? pushed }
  const ids = await resolveContacts(tx, companyId, [party], { tellsOfNew: false })
  if (party.name !== null) await nameUnnamed(tx, companyId, [{ party: chat, name: party.name }])
  return ids.get(chat.address)
}

const contextOf = async (tx: Ctx, { companyId, connectionId }: ConnectionRef, address: string) =>
  (await chatContexts(tx.db, companyId, [{ connectionId, address }]))[0]

function rowOf({ message, level, reactions }: EarlierMessage, ord: number, context: ChatContext, now: number) {
  const columns = contentColumns(message.content)
  const { content } = message
  const row: EarlierRow = {
    ord,
    id: uuidv7(now),
    waId: message.waId,
    fromMe: message.fromMe,
    ...columns,
    // Fetched when somebody asks for it: years of files would come at once.
    mediaState: columns.mediaState === 'fetching' ? 'remote' : columns.mediaState,
    quotedWaId: message.quotedWaId,
    isForwarded: message.forwarded,
    participant: message.sender?.address ?? null,
    senderName: message.fromMe ? null : message.chat.isGroup ? message.pushName : context.ofContactName,
    ack: message.fromMe ? level : 0,
    reactions: reactions.map(({ emoji, fromMe, by }) => ({
      emoji,
      fromMe,
      contactId: fromMe ? null : context.ofContact,
      by: fromMe ? 'me' : message.chat.isGroup ? by : String(context.ofContact),
      name: fromMe || message.chat.isGroup ? '' : context.ofContactName
    })),
    createdAt: message.sentAt.toISOString(),
    preview: previewOf({
      mediaType: columns.mediaType,
      body: columns.body,
      mediaName: content.kind === 'media' ? content.media.name : null
    })
  }
  return row
}

/** Without what was said before one of its people, the customer or a writer in a group, was last erased. */
async function sinceErased(
  tx: Ctx,
  companyId: number,
  chat: Party,
  batch: EarlierMessage[]
): Promise<EarlierMessage[]> {
  const senders = batch.flatMap(({ message }) => (message.sender ? addressesOf(message.sender) : []))
  const erased = await erasedAmong(tx, companyId, [...new Set([...addressesOf(chat), ...senders])])
  if (erased.size === 0) return batch
  return batch.filter(({ message }) =>
    [chat, message.sender].every(
      (party) =>
        party === null ||
        addressesOf(party).every((address) => !(message.sentAt <= (erased.get(address) ?? new Date(0))))
    )
  )
}

interface EarlierSlice extends Pick<EarlierConversation, 'chat' | 'name'> {
  /** Oldest first. */
  messages: EarlierMessage[]
}

/**
 * Stores messages of one conversation inside a transaction: in the ticket the person has on the connection,
 * else in a new closed one. Returns how many were not there yet, and whether they are the first ones of the conversation
 * since `importSince`. What was said before somebody of it was erased is left out. What is told under a higher `ordinal` was said before.
 */
export async function storeEarlier(
  tx: Ctx,
  ref: ConnectionRef,
  slice: EarlierSlice,
  { importSince, ordinal }: { importSince: Date; ordinal: number }
): Promise<{ stored: number; isFirst: boolean }> {
  const { companyId, connectionId } = ref
  const { chat } = slice
  const batch = await sinceErased(tx, companyId, chat, slice.messages)
  if (batch.length === 0) return { stored: 0, isFirst: false }
  const contactId = await contactFor(tx, companyId, slice, batch)
  if (contactId === undefined) return { stored: 0, isFirst: false }
  let context = await contextOf(tx, ref, chat.address)
  const isFresh = context?.id === null
  if (isFresh) {
    const opening = { connectionId, contactId, ticketId: null, isGroup: chat.isGroup, isOwnOnly: true }
    await openForInbound(tx, companyId, [opening])
    context = await contextOf(tx, ref, chat.address)
  }
  if (!context || context.id === null) throw new Error('a conversation has no ticket')
  const place: HistoryTarget = {
    connectionId,
    contactId,
    ticketId: context.id,
    queueId: context.queueId,
    isFresh,
    ordinal
  }
  const isFirst = isFresh || !(await hasEarlierSince(tx.db, companyId, place.ticketId, importSince))
  const rows = new Map<string, EarlierRow>()
  const found = context
  for (const one of batch) {
    const key = `${one.message.fromMe}|${one.message.waId}`
    if (!rows.has(key)) rows.set(key, rowOf(one, rows.size, found, tx.now().getTime()))
  }
  const stored = await storeEarlierRows(tx.db, companyId, place, [...rows.values()])
  if (stored > 0) await joinQuotes(tx.db, companyId, connectionId, [...rows.values()])
  return { stored, isFirst: isFirst && stored > 0 }
}
