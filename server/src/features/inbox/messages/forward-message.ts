// Passes a message on to other people: each gets it in the conversation with them, the way every message goes out.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError, type ErrorCode } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { connectionForTicket } from '#features/inbox/connections/connections.service.ts'
import { showContact } from '#features/inbox/contacts/contacts.service.ts'
import { conversationWith } from '#features/inbox/tickets/take-up-ticket.ts'
import { visibleMessage } from './load-messages.ts'
import { jsonOf } from './message-rows.ts'
import type { StoredMedia } from './messages.repo.ts'
import { mayForward } from './messages.policy.ts'
import { whenWriting, writeMessages, type OutgoingDraft } from './send-message.ts'

export interface Forwarded {
  messages: Message[]
  /** Who got nothing, and why. */
  refused: { contactId: number; name: string; code: ErrorCode }[]
}

type Source = Awaited<ReturnType<typeof visibleMessage>>

const draftOf = ({ row }: Source, actor: Actor, clientId: string | null): OutgoingDraft => {
  // Files of messages are never changed, nor removed one by one: both messages have the same one.
  const media = jsonOf<StoredMedia>(row.media)
  return {
    body: row.body,
    file: media && row.mediaType !== 'chat' ? { mediaType: row.mediaType as Message['mediaType'], media } : null,
    isForwarded: true,
    clientId,
    userId: actor.id
  }
}

const forwardTo = async (
  tx: Ctx,
  actor: Actor,
  contactId: number,
  from: Ticket,
  draft: OutgoingDraft
): Promise<Message[]> => {
  const contact = await showContact(tx, actor.companyId, contactId)
  const connection = await connectionForTicket(tx, actor, from.whatsappId)
  const queueId = from.queueId ?? actor.queueIds[0] ?? null
  const ticket = await conversationWith(tx, actor, { contact, connectionId: connection.id, queueId })
  // Somebody who waits goes on waiting: to be accepted is another step.
  return writeMessages(tx, ticket, [draft], { isAutomatic: ticket.status === 'pending' })
}

/**
 * Sends what a message holds to contacts: in the conversation that is under way with them, or in one that begins with
 * the caller. Each in a transaction of its own, so that one who cannot be reached keeps nobody else from it.
 * Errors: ERR_NO_MESSAGE_FOUND, ERR_MESSAGE_NOT_FORWARDABLE.
 */
export const forwardMessage = async (
  ctx: Ctx,
  actor: Actor,
  id: string,
  { contactIds, clientId }: { contactIds: number[]; clientId: string | null }
): Promise<Forwarded> => {
  const source = await visibleMessage(ctx, actor, id)
  if (!mayForward(source.row)) throw new AppError('ERR_MESSAGE_NOT_FORWARDABLE')
  const draft = draftOf(source, actor, clientId)
  const done: Forwarded = { messages: [], refused: [] }
  for (const contactId of new Set(contactIds)) {
    try {
      done.messages.push(...(await whenWriting(ctx, (tx) => forwardTo(tx, actor, contactId, source.ticket, draft))))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const name = await showContact(ctx, actor.companyId, contactId).then(
        (contact) => contact.name,
        () => ''
      )
      done.refused.push({ contactId, name, code: error.code })
    }
  }
  return done
}
