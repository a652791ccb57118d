// The one way out of the house: the row and its delivery in one transaction, told to everybody as waiting.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { createSlots, type Slots } from '#platform/work/slots.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import { claimMessages, countMessages } from '#features/org/quotas/count-messages.ts'
import { waAddressOf } from '#features/inbox/contacts/contacts.service.ts'
import { lockedTicket, noteOwnMessage } from '#features/inbox/tickets/tickets.service.ts'
import { messagesStored } from '../read/load-messages.ts'
import { messageOf, previewOf } from '../read/message-rows.ts'
import * as repo from '../messages.repo.ts'
import { addTask } from './outbox.ts'
import type { MessageFile } from '../media/copy-file.ts'
import { fillMessage } from '../receive/fill-message.ts'

export interface OutgoingDraft {
  body: string
  /** Id of the message this one answers, as clients know it. */
  quotedId?: string | null
  clientId?: string | null
  file?: MessageFile | null
  /** Passed on from another conversation: word for word, and marked as such. */
  isForwarded?: boolean
  /** Attendant who wrote it; null for automatic messages. */
  userId: number | null
}

/** Errors: ERR_TICKET_NOT_OPEN, ERR_TICKET_CONTACT_UNREACHABLE. */
function checkTicket(ticket: Ticket, isAutomatic: boolean): number {
  if (ticket.status !== 'open' && !isAutomatic) throw new AppError('ERR_TICKET_NOT_OPEN')
  if (ticket.whatsappId === null) throw new AppError('ERR_TICKET_CONTACT_UNREACHABLE')
  return ticket.whatsappId
}

async function quotedIdOf(tx: Ctx, ticket: Ticket, given: string | null | undefined): Promise<string | null> {
  if (!given || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given)) return null
  return (await repo.positionOf(tx.db, ticket.companyId, ticket.id, given)) ? given : null
}

/**
 * Counts them among those of the month; answers how many were. Asked for again, what was sent stays sent, however full the
 * month is. Errors: ERR_PLAN_LIMIT_MESSAGES.
 */
async function claimRoom(tx: Ctx, { companyId, id }: Ticket, drafts: OutgoingDraft[]): Promise<number> {
  const refusal = await claimMessages(tx, companyId, drafts.length)
  if (refusal === null) return drafts.length
  for (const { clientId } of drafts) {
    if (!clientId || (await repo.messageIdByClientId(tx.db, companyId, id, clientId)) === null) throw refusal
  }
  return 0
}

/**
 * Writes messages of a ticket in order, inside a transaction: each is waiting until WhatsApp's server has it.
 * A draft whose `clientId` was used before is answered with the message it made then. Variables are filled in.
 * `isAutomatic`: nobody needs to have accepted the ticket. Errors: ERR_TICKET_NOT_OPEN, ERR_TICKET_CONTACT_UNREACHABLE,
 * ERR_PLAN_LIMIT_MESSAGES, and then none of them is written.
 */
export async function writeMessages(
  tx: Ctx,
  ticket: Ticket,
  drafts: OutgoingDraft[],
  { isAutomatic = false } = {}
): Promise<Message[]> {
  const { companyId } = ticket
  const connectionId = checkTicket(ticket, isAutomatic)
  const chat = await waAddressOf(tx, companyId, ticket.contactId)
  if (chat === null) throw new AppError('ERR_TICKET_CONTACT_UNREACHABLE')
  const counted = await claimRoom(tx, ticket, drafts)
  const written: string[] = []
  const known: string[] = []
  for (const draft of drafts) {
    const id = uuidv7(tx.now().getTime())
    const mediaType = draft.file?.mediaType ?? 'chat'
    const { isForwarded = false } = draft
    const body = isForwarded ? draft.body : await fillMessage(tx, ticket, draft)
    const inserted = await repo.insertMessage(tx.db, {
      companyId,
      id,
      ticketId: ticket.id,
      contactId: ticket.contactId,
      connectionId,
      queueId: ticket.queueId,
      userId: draft.userId,
      waId: tx.whatsapp.newMessageId(),
      fromMe: true,
      body,
      mediaType,
      media: draft.file?.media ?? null,
      mediaState: draft.file ? 'ready' : 'none',
      quotedId: await quotedIdOf(tx, ticket, draft.quotedId),
      isForwarded,
      delivery: 'waiting',
      read: true,
      clientId: draft.clientId ?? null,
      createdAt: tx.now()
    })
    if (inserted === null) {
      const before = draft.clientId ? await repo.messageIdByClientId(tx.db, companyId, ticket.id, draft.clientId) : null
      if (before === null) throw new AppError('ERR_CREATING_MESSAGE')
      known.push(before)
      continue
    }
    const isOnItsWay = await addTask(tx, { companyId, connectionId }, { chat, kind: 'send', messageId: id })
    if (!isOnItsWay) throw new AppError('ERR_TICKET_CONTACT_UNREACHABLE')
    await noteOwnMessage(tx, companyId, ticket.id, {
      lastMessage: previewOf({ mediaType, body, mediaName: draft.file?.media.name ?? null }),
      isAnswer: !isAutomatic
    })
    written.push(id)
  }
  countMessages(tx, companyId, { sent: written.length - counted })
  const stored = await messagesStored(tx, companyId, written)
  const repeated = await repo.messageRowsByIds(tx.db, companyId, known)
  if (repeated.length === 0) return stored
  return [...repeated.map((row) => messageOf(tx, companyId, row, ticket.contact)), ...stored]
}

/** Of the lines to the database: the others are left to what carries messages out and brings them in. */
const writersShare = 0.6
const writers = new WeakMap<Ctx['pool'], Slots>()

/**
 * A transaction in which somebody outside writes. Many at once wait for each other here instead of on every line to the
 * database: what is written would otherwise go out only when all of it has been taken.
 */
export async function whenWriting<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  const slots = writers.get(ctx.pool) ?? createSlots(Math.ceil(ctx.pool.$client.options.max * writersShare))
  writers.set(ctx.pool, slots)
  const free = await slots.take()
  try {
    return await inTransaction(ctx, work)
  } finally {
    free()
  }
}

/** Errors: ERR_EMPTY_MESSAGE, ERR_NO_TICKET_FOUND, and those of `writeMessages`. */
export async function sendText(
  ctx: Ctx,
  actor: Actor,
  ticketId: number,
  draft: { body: string; quotedId?: string | null; clientId?: string | null }
): Promise<Message[]> {
  if (draft.body.trim() === '') throw new AppError('ERR_EMPTY_MESSAGE')
  return whenWriting(ctx, async (tx) =>
    writeMessages(tx, await lockedTicket(tx, actor, ticketId), [{ ...draft, userId: actor.id }])
  )
}
