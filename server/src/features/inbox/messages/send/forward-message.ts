// Passes messages on to other people: each gets them in the conversation with them, the way every message goes out.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError, type ErrorCode } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { hiddenFrom, isBlind } from '#platform/numbers/number-door.ts'
import { connectionForTicket } from '#features/inbox/connections/connections.service.ts'
import { showContact } from '#features/inbox/contacts/contacts.service.ts'
import { conversationWith } from '#features/inbox/tickets/lifecycle/take-up-ticket.ts'
import { visibleMessage } from '../read/load-messages.ts'
import { jsonOf } from '../read/message-rows.ts'
import { messagesOfTicket, type StoredMedia } from '../messages.repo.ts'
import { mayForward } from '../messages.policy.ts'
import { whenWriting, writeMessages, type OutgoingDraft } from './send-message.ts'

export interface Forwarded {
  messages: Message[]
  /** Who got nothing, and why. */
  refused: { contactId: number; name: string; code: ErrorCode }[]
}

type Source = Awaited<ReturnType<typeof visibleMessage>>['row']

/** Whoever may not see numbers would have them on the own phone. Errors: ERR_NUMBER_HIDDEN. */
async function checkNumbers(ctx: Ctx, actor: Actor, rows: Source[]): Promise<void> {
  if (!isBlind(actor)) return
  const texts = rows.map(({ body, fromMe }) => ({ body, fromMe }))
  const shown = await hiddenFrom(ctx.db, actor.companyId, texts)
  if (texts.some(({ body }, place) => body !== shown[place]?.body)) throw new AppError('ERR_NUMBER_HIDDEN')
}

/**
 * The message and those that follow it, of one ticket that the caller may see; in a transaction nobody deletes one before its
 * end. Errors: ERR_NO_MESSAGE_FOUND, ERR_MESSAGE_NOT_FORWARDABLE, ERR_NUMBER_HIDDEN.
 */
async function sourcesOf(ctx: Ctx, actor: Actor, ids: readonly string[]): Promise<{ from: Ticket; sources: Source[] }> {
  const [id = '', ...followedBy] = ids
  const { row: first, ticket: from } = await visibleMessage(ctx, actor, id)
  const known = await messagesOfTicket(ctx.db, actor.companyId, from.id, followedBy)
  const byId = new Map([first, ...known].map((row) => [row.id, row]))
  const sources = ids.map((one) => {
    const row = byId.get(one)
    if (!row) throw new AppError('ERR_NO_MESSAGE_FOUND')
    if (!mayForward(row)) throw new AppError('ERR_MESSAGE_NOT_FORWARDABLE')
    return row
  })
  await checkNumbers(ctx, actor, sources)
  return { from, sources }
}

function draftOf(row: Source, actor: Actor, clientId: string | null): OutgoingDraft {
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

interface Order {
  /** In order, each once. */
  ids: readonly string[]
  from: Ticket
  clientId: string | null
}

async function forwardTo(tx: Ctx, actor: Actor, contactId: number, { ids, from, clientId }: Order): Promise<Message[]> {
  const contact = await showContact(tx, actor.companyId, contactId)
  const connection = await connectionForTicket(tx, actor, from.whatsappId)
  const queueId = from.queueId ?? actor.queueIds[0] ?? null
  const ticket = await conversationWith(tx, actor, { contact, connectionId: connection.id, queueId })
  // Read here: what was deleted while the others got theirs goes to nobody else.
  const { sources } = await sourcesOf(tx, actor, ids)
  const drafts = sources.map((row, place) =>
    draftOf(row, actor, clientId === null || place === 0 ? clientId : `${clientId}-${place}`)
  )
  // Somebody who waits goes on waiting: to be accepted is another step.
  return writeMessages(tx, ticket, drafts, { isAutomatic: ticket.status === 'pending' })
}

/**
 * Sends what messages hold to contacts: in the conversation that is under way with them, or in one that begins with
 * the caller. Each in a transaction of its own, so that one who cannot be reached keeps nobody else from it, and nobody
 * gets a part of them.
 * Errors: ERR_NO_MESSAGE_FOUND, ERR_MESSAGE_NOT_FORWARDABLE, ERR_NUMBER_HIDDEN.
 */
export async function forwardMessage(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { contactIds, followedBy, clientId }: { contactIds: number[]; followedBy: string[]; clientId: string | null }
): Promise<Forwarded> {
  const ids = [...new Set([id, ...followedBy])]
  const { from } = await sourcesOf(ctx, actor, ids)
  const done: Forwarded = { messages: [], refused: [] }
  for (const contactId of new Set(contactIds)) {
    try {
      done.messages.push(...(await whenWriting(ctx, (tx) => forwardTo(tx, actor, contactId, { ids, from, clientId }))))
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
