// A customer writes: seen before? -> contact -> ticket -> message -> counters -> tell, and the journal row is done.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { settingOf } from '#features/org/settings/settings.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { ConnectionRef, InboundMessage } from '#platform/whatsapp-port.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import { countMessages } from '#features/org/quotas/count-messages.ts'
import { clearUnread, ticketTouched } from '#features/inbox/tickets/tickets.service.ts'
import { applyChanges } from './apply-changes.ts'
import { arrivalsOf } from './arrivals.ts'
import { contentColumns } from '../read/content-columns.ts'
import { awaitFiles } from '../media/fetch-media.ts'
import { messagesChanged } from '../read/load-messages.ts'
import { messageOf, previewOf } from '../read/message-rows.ts'
import type { MessageRow } from '../messages.repo.ts'
import { messagesArrived, messageStored } from '../messages.events.ts'
import { chatKey, openChats, type OpenChat, type Received } from './open-chats.ts'
import {
  messageKey,
  quotedRows,
  settleJournal,
  storeIncoming,
  type IncomingRow,
  type StoredBatch
} from './receive.repo.ts'

type Stored = Extract<InboundMessage, { type: 'message' | 'undecryptable' }>

/** Milliseconds a message may be placed after its own time to stay behind one that was stored before it. */
const clockTolerance = 2_000

const isStored = (message: InboundMessage): message is Stored =>
  message.type === 'message' || message.type === 'undecryptable'

/** Keeps the order of arrival where clocks differ by seconds, and WhatsApp's time where they differ by more. */
function placeAfter(chat: OpenChat, message: Stored, now: number): string {
  const own = Math.min(message.sentAt.getTime(), now)
  const placed = Math.max(own, Math.min(chat.lastMessageAt, own + clockTolerance))
  chat.lastMessageAt = Math.max(chat.lastMessageAt, placed)
  return new Date(placed).toISOString()
}

interface Placing {
  connectionId: number
  chat: OpenChat
  ticketId: number
  ord: number
  now: number
}

function rowOf(message: Stored, { connectionId, chat, ticketId, ord, now }: Placing): IncomingRow {
  const content = message.type === 'message' ? message.content : null
  const columns = contentColumns(content)
  return {
    ord,
    id: uuidv7(now),
    connectionId: connectionId,
    ticketId: ticketId,
    contactId: chat.contact.id,
    queueId: chat.ticket?.queueId ?? null,
    waId: message.waId,
    fromMe: message.fromMe,
    ...columns,
    quotedWaId: message.type === 'message' ? message.quotedWaId : null,
    isForwarded: message.type === 'message' && message.forwarded,
    participant: message.sender?.address ?? null,
    senderName: message.fromMe ? null : message.chat.isGroup ? message.pushName : chat.contact.name,
    receivedOffline: message.offline,
    createdAt: placeAfter(chat, message, now),
    preview: previewOf({
      mediaType: columns.mediaType,
      body: columns.body,
      mediaName: content?.kind === 'media' ? content.media.name : null
    })
  }
}

/** Rows of a batch in order; of two copies with one id the readable one stays. */
function rowsOf(batch: Received[], chats: Map<string, OpenChat>, now: number): IncomingRow[] {
  const rows = new Map<string, IncomingRow>()
  for (const { connectionId, message } of batch) {
    if (!isStored(message)) continue
    const chat = chats.get(chatKey(connectionId, message.chat.address))
    if (!chat?.ticket) continue
    const key = messageKey({
      connectionId: connectionId,
      contactId: chat.contact.id,
      fromMe: message.fromMe,
      waId: message.waId
    })
    const before = rows.get(key)
    if (before && (before.mediaType !== 'ciphertext' || message.type === 'undecryptable')) continue
    const ord = before?.ord ?? rows.size
    rows.set(key, rowOf(message, { connectionId, chat, ticketId: chat.ticket.id, ord, now }))
  }
  return [...rows.values()]
}

/** What was to be stored, what was, and in which chats. */
interface Arrival {
  rows: IncomingRow[]
  stored: StoredBatch
  chats: Map<string, OpenChat>
}

/** How many of them customers wrote, without those that were there before and could not be read. */
function newOfCustomers(rows: IncomingRow[], { messages }: StoredBatch): number {
  const own = new Set(rows.flatMap(({ id, fromMe }) => (fromMe ? [id] : [])))
  return messages.filter(({ id, replaced }) => !replaced && !own.has(id)).length
}

/** Tells of what was stored, with the counters as they are now; returns the ids of messages that can be read only now. */
async function announce(tx: Ctx, companyId: number, { rows, stored, chats }: Arrival): Promise<string[]> {
  const quoted = await quotedRows(
    tx.db,
    companyId,
    stored.messages.flatMap(({ quotedId }) => quotedId ?? [])
  )
  const counters = new Map(stored.tickets.map((row) => [row.id, row]))
  const byTicket = new Map(
    [...chats.values()].flatMap((chat) => (chat.ticket ? [[chat.ticket.id, chat] as const] : []))
  )
  const done = new Map(stored.messages.map((row) => [row.id, row]))
  // A copy that replaced an unreadable message keeps that one's id: found by its place in the ticket alone.
  const replaced = stored.messages.filter((row) => row.replaced).map((row) => row.id)
  for (const row of rows) {
    const saved = done.get(row.id)
    const chat = byTicket.get(row.ticketId)
    const counter = counters.get(row.ticketId)
    if (!saved || !chat?.ticket) continue
    const ticket = {
      ...chat.ticket,
      ...(counter
        ? {
            unreadMessages: counter.unreadMessages,
            lastMessage: counter.lastMessage,
            fromMe: counter.fromMe,
            waitingSince: counter.waitingSince === null ? null : new Date(counter.waitingSince).toISOString(),
            question: counter.fromMe && counter.waitingSince !== null ? chat.ticket.question : null,
            updatedAt: new Date(counter.updatedAt).toISOString()
          }
        : {})
    }
    const message: MessageRow = {
      ...row,
      media: row.media as MessageRow['media'],
      mediaType: row.mediaType as Message['mediaType'],
      mediaState: row.mediaState as Message['mediaState'],
      seq: saved.seq,
      userId: null,
      userName: null,
      quotedId: saved.quotedId,
      quoted: saved.quotedId === null ? null : (quoted.get(saved.quotedId) ?? null),
      ack: row.fromMe ? 1 : 0,
      delivery: row.fromMe ? 'sent' : 'received',
      failure: null,
      read: row.fromMe,
      isDeleted: false,
      changeRefused: null,
      changeRefusedBy: null,
      isEdited: false,
      reactions: [],
      clientId: null,
      updatedAt: saved.updatedAt
    }
    tx.bus.emit(messageStored, { message: messageOf(tx, companyId, message, chat.contact), ticket })
  }
  return replaced
}

async function awaitMedia(tx: Ctx, companyId: number, rows: IncomingRow[], stored: StoredBatch): Promise<void> {
  const kept = new Set(stored.messages.map((row) => row.id))
  const wanted = rows.filter((row) => row.mediaState === 'fetching' && kept.has(row.id))
  for (const [connectionId, own] of Map.groupBy(wanted, (row) => row.connectionId)) {
    const files = own.map((row) => ({ id: row.id, mediaType: row.mediaType }))
    await awaitFiles(tx, { companyId, connectionId }, files)
  }
}

/** What one connection received, in order. */
export interface Delivery {
  connectionId: number
  batch: InboundMessage[]
}

/**
 * Stores what connections of one company received, each in its order, in one transaction: three statements when contacts
 * and tickets are known, whatever the size. A message that was seen before changes nothing.
 */
export async function receiveTogether(ctx: Ctx, companyId: number, deliveries: Delivery[]): Promise<void> {
  const batch = deliveries.flatMap(({ connectionId, batch: own }) => own.map((message) => ({ connectionId, message })))
  const journalIds = batch.flatMap(({ message }) => message.journalId ?? [])
  const ignoresGroups = (await settingOf(ctx, companyId, 'CheckMsgIsGroup')) === 'enabled'
  const meant = batch.filter(({ message }) => message.type !== 'ignored' && !(message.chat.isGroup && ignoresGroups))
  if (meant.length === 0) return settleJournal(ctx.db, companyId, journalIds)

  await inTransaction(ctx, async (tx) => {
    const chats = await openChats(tx, companyId, meant)
    const rows = rowsOf(meant, chats, ctx.now().getTime())
    if (rows.length === 0) {
      await settleJournal(tx.db, companyId, journalIds)
      return messagesChanged(tx, companyId, await applyChanges(tx, companyId, meant, chats))
    }
    const stored = await storeIncoming(tx.db, companyId, rows, journalIds)
    countMessages(tx, companyId, { received: newOfCustomers(rows, stored) })
    const replaced = await announce(tx, companyId, { rows, stored, chats })
    await awaitMedia(tx, companyId, rows, stored)
    for (const [connectionId, arrivals] of arrivalsOf(rows, stored, chats))
      await messagesArrived.run(tx, { companyId, connectionId }, arrivals)
    const changed = await applyChanges(tx, companyId, meant, chats)
    await messagesChanged(tx, companyId, [...new Set([...replaced, ...changed])])
    await announceFresh(tx, companyId, chats)
    for (const chat of new Set(chats.values()))
      if (chat.isClosingRemark && chat.ticket) await clearUnread(tx, companyId, chat.ticket.id)
  })
}

/** Stores one connection's messages in order. */
export const receiveMessages = (ctx: Ctx, { companyId, connectionId }: ConnectionRef, batch: InboundMessage[]) =>
  receiveTogether(ctx, companyId, [{ connectionId, batch }])

/** Tickets that are new or waiting again enter the lists, and leave those they were in. */
async function announceFresh(tx: Ctx, companyId: number, chats: Map<string, OpenChat>): Promise<void> {
  const fresh = [...chats.values()].flatMap((chat) =>
    chat.isFresh && chat.ticket ? [{ ...chat, id: chat.ticket.id }] : []
  )
  const before = new Map(fresh.flatMap((chat) => (chat.before ? [[chat.id, chat.before]] : [])))
  const ids = [...new Set(fresh.map(({ id }) => id))]
  if (ids.length > 0) await ticketTouched(tx, companyId, ids, before)
}
