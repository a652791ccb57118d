// What people do to messages: delete, edit, cancel, send again, react.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { AppError, type ErrorCode } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { quotingIds, withdrawContent } from '../deleted-content.repo.ts'
import { emptyCopiesSoon } from '#features/inbox/erasure/erasure.service.ts'
import { waAddressOf } from '#features/inbox/contacts/contacts.service.ts'
import { renewLastMessages } from '../read/last-message.ts'
import { messagesChanged, visibleMessage } from '../read/load-messages.ts'
import { isTooOldToDelete, mayCancel, mayDelete, mayEdit, mayRetry } from '../messages.policy.ts'
import * as repo from '../messages.repo.ts'
import { addTask, type NewTask } from './outbox.ts'
import { deleteSendOf } from './outbox.repo.ts'
import { markReactions } from '../receive/receive.repo.ts'

type Row = Awaited<ReturnType<typeof visibleMessage>>['row']

/** Locks a message the caller may see, changes it, and answers and tells how it looks then. */
function change(
  ctx: Ctx,
  actor: Actor,
  id: string,
  work: (tx: Ctx, row: Row, chat: string) => Promise<void>
): Promise<Message> {
  return inTransaction(ctx, async (tx) => {
    const { row } = await visibleMessage(tx, actor, id)
    const chat = await waAddressOf(tx, actor.companyId, row.contactId)
    if (chat === null) throw new AppError('ERR_TICKET_CONTACT_UNREACHABLE')
    await work(tx, row, chat)
    const [message] = await messagesChanged(tx, actor.companyId, [id])
    if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND')
    return message
  })
}

function demand(condition: boolean, code: ErrorCode): void {
  if (!condition) throw new AppError(code)
}

/** Has WhatsApp told of it; false when the connection that the message went over is gone. */
const tell = async (tx: Ctx, { companyId, connectionId }: Row, task: NewTask): Promise<boolean> =>
  connectionId !== null && (await addTask(tx, { companyId, connectionId }, task))

/**
 * A message that still waits is cancelled instead. Errors: ERR_NO_MESSAGE_FOUND, ERR_MESSAGE_NOT_DELETABLE,
 * ERR_FETCH_WAPP_MSG for one that is too old for WhatsApp, ERR_DELETE_WAPP_MSG without its connection.
 */
export function deleteMessage(ctx: Ctx, actor: Actor, id: string): Promise<Message> {
  return change(ctx, actor, id, async (tx, row, chat) => {
    demand(mayDelete(row), 'ERR_MESSAGE_NOT_DELETABLE')
    demand(!isTooOldToDelete(row, tx.now()), 'ERR_FETCH_WAPP_MSG')
    const { companyId } = actor
    const wasWaiting = row.delivery !== 'sent' && (await deleteSendOf(tx.db, companyId, id))
    if (wasWaiting) await repo.updateMessageRow(tx.db, companyId, id, { delivery: 'cancelled' })
    else await withdrawContent(tx.db, companyId, id)
    await renewLastMessages(tx, companyId, [id])
    if (wasWaiting) return
    const subject = { type: 'message', id }
    recordAudit(tx, { companyId, action: 'message.deleted', subject, before: { ticketId: row.ticketId } })
    await emptyCopiesSoon(tx, companyId, { messageIds: [id] })
    await messagesChanged(tx, companyId, await quotingIds(tx.db, companyId, [id]))
    if (row.delivery !== 'sent') return
    const payload = { waId: tx.whatsapp.newMessageId(), targetWaId: row.waId, userId: actor.id }
    demand(await tell(tx, row, { chat, kind: 'delete', messageId: id, payload }), 'ERR_DELETE_WAPP_MSG')
  })
}

/** Errors: ERR_NO_MESSAGE_FOUND, ERR_EMPTY_MESSAGE, ERR_MESSAGE_NOT_EDITABLE, also without its connection. */
export function editMessage(ctx: Ctx, actor: Actor, id: string, body: string): Promise<Message> {
  demand(body.trim() !== '', 'ERR_EMPTY_MESSAGE')
  return change(ctx, actor, id, async (tx, row, chat) => {
    demand(mayEdit(row, tx.now()), 'ERR_MESSAGE_NOT_EDITABLE')
    const { companyId } = actor
    const changeRefused = { changeRefused: null, changeRefusedBy: null }
    await repo.updateMessageRow(tx.db, companyId, id, { body, isEdited: true, ...changeRefused })
    await renewLastMessages(tx, companyId, [id])
    const before = { body: row.body, isEdited: row.isEdited }
    const payload = { waId: tx.whatsapp.newMessageId(), targetWaId: row.waId, body, before, userId: actor.id }
    demand(await tell(tx, row, { chat, kind: 'edit', messageId: id, payload }), 'ERR_MESSAGE_NOT_EDITABLE')
  })
}

/** Errors: ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_MESSAGE_ALREADY_SENT when it went out in that moment. */
export function cancelMessage(ctx: Ctx, actor: Actor, id: string): Promise<Message> {
  return change(ctx, actor, id, async (tx, row) => {
    demand(row.delivery === 'waiting', 'ERR_MESSAGE_ALREADY_SENT')
    demand(mayCancel(actor, row), 'ERR_NO_PERMISSION')
    demand(await deleteSendOf(tx.db, actor.companyId, id), 'ERR_MESSAGE_ALREADY_SENT')
    await repo.updateMessageRow(tx.db, actor.companyId, id, { delivery: 'cancelled' })
  })
}

/** Errors: ERR_NO_MESSAGE_FOUND, ERR_MESSAGE_NOT_RETRIABLE. The WhatsApp id stays, so nobody reads it twice. */
export function retryMessage(ctx: Ctx, actor: Actor, id: string): Promise<Message> {
  return change(ctx, actor, id, async (tx, row, chat) => {
    demand(mayRetry(row), 'ERR_MESSAGE_NOT_RETRIABLE')
    await repo.updateMessageRow(tx.db, actor.companyId, id, { delivery: 'waiting', failure: null })
    demand(await tell(tx, row, { chat, kind: 'send', messageId: id }), 'ERR_MESSAGE_NOT_RETRIABLE')
  })
}

/** Errors: ERR_NO_MESSAGE_FOUND, ERR_MESSAGE_NOT_EDITABLE for one that WhatsApp does not have or cannot be told of. */
export function reactToMessage(ctx: Ctx, actor: Actor, id: string, emoji: string): Promise<Message> {
  return change(ctx, actor, id, async (tx, row, chat) => {
    const { companyId } = actor
    const isThere =
      row.waId !== null && row.connectionId !== null && !row.isDeleted && ['received', 'sent'].includes(row.delivery)
    demand(isThere, 'ERR_MESSAGE_NOT_EDITABLE')
    const connectionId = row.connectionId ?? 0
    await markReactions(tx.db, companyId, [
      {
        connectionId: connectionId,
        contactId: row.contactId,
        waId: row.waId ?? '',
        fromMe: row.fromMe,
        emoji,
        byMe: true,
        by: ['me'],
        name: actor.name
      }
    ])
    const payload = {
      waId: tx.whatsapp.newMessageId(),
      targetWaId: row.waId,
      targetFromMe: row.fromMe,
      participant: row.participant,
      emoji
    }
    demand(await tell(tx, row, { chat, kind: 'react', messageId: id, payload }), 'ERR_MESSAGE_NOT_EDITABLE')
  })
}
