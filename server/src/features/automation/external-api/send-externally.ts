// Sends what another program asks for over the connection whose token it has, by the one way out of the house.
import type { FastifyRequest } from 'fastify'
import { externalDraft, type ExternalMessage } from '@guiche/shared/features/automation/external-api.ts'
import { ackLevels, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { digitsOf } from '@guiche/shared/kernel/phone.ts'
import { contactForNumber } from '#features/inbox/contacts/identity/contact-for-number.ts'
import { showContact } from '#features/inbox/contacts/contacts.service.ts'
import { messagesOfConnection } from '#features/inbox/messages/send/external-messages.ts'
import { sendForm } from '#features/inbox/messages/send/receive-upload.ts'
import { whenWriting, writeMessages, type OutgoingDraft } from '#features/inbox/messages/send/send-message.ts'
import { closeAfterProgram, ticketForProgram } from '#features/inbox/tickets/lifecycle/take-up-ticket.ts'
import type { ExternalCaller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { fieldsOf } from '#platform/http/errors.ts'
import { findRepeated, fingerprintOf, keyOf } from './external-keys.ts'
import { storeMessageIds, takeKey } from './external-keys.repo.ts'

/** How far a message has come, in a word. */
function stateOf({ delivery, ack }: Message): ExternalMessage['state'] {
  if (delivery === 'failed' || delivery === 'cancelled') return 'failed'
  if (ack >= ackLevels.read) return 'read'
  if (ack >= ackLevels.delivered) return 'delivered'
  return delivery === 'waiting' ? 'waiting' : 'sent'
}

function shown(message: Message): ExternalMessage {
  return {
    id: message.id,
    ticketId: message.ticketId,
    state: stateOf(message),
    reason: message.failure,
    createdAt: message.createdAt
  }
}

interface Wish {
  number: string
  closeTicket: boolean
  key: string | null
}

/** Errors: ERR_WAPP_INVALID_CONTACT, ERR_TICKET_CONTACT_UNREACHABLE, those of keys. */
async function write(
  ctx: Ctx,
  caller: ExternalCaller,
  { number, closeTicket, key: given }: Wish,
  drafts: OutgoingDraft[]
): Promise<Message[]> {
  const { companyId, connectionId } = caller
  const digits = digitsOf(number)
  const fingerprint = fingerprintOf(digits, drafts)
  const key = given === null ? null : { companyId, connectionId, key: given }
  const before = key === null ? null : await findRepeated(ctx, key, fingerprint)
  if (before !== null) return before
  const contactId = await contactForNumber(ctx, companyId, digits)
  return whenWriting(ctx, async (tx) => {
    if (key !== null && !(await takeKey(tx.db, key, fingerprint))) {
      // The other call was a moment quicker.
      return (await findRepeated(tx, key, fingerprint)) ?? []
    }
    const contact = await showContact(tx, companyId, contactId)
    const { ticket } = await ticketForProgram(tx, { companyId, connectionId, contact })
    const messages = await writeMessages(tx, ticket, drafts, { isAutomatic: true })
    if (key !== null) {
      const ids = messages.map(({ id }) => id)
      await storeMessageIds(tx.db, key, ids)
    }
    if (closeTicket) await closeAfterProgram(tx, ticket)
    return messages
  })
}

/**
 * Errors: ERR_VALIDATION, ERR_EMPTY_MESSAGE, those of uploads, ERR_WAPP_INVALID_CONTACT, ERR_TICKET_CONTACT_UNREACHABLE,
 * ERR_IDEMPOTENCY_KEY_REUSED, ERR_NO_MESSAGE_FOUND when what was sent with the key is gone.
 */
export async function sendExternally(
  ctx: Ctx,
  caller: ExternalCaller,
  json: unknown,
  request: FastifyRequest
): Promise<ExternalMessage[]> {
  const key = keyOf(request)
  const read = (fields: unknown) => {
    const parsed = externalDraft.safeParse(fields)
    if (!parsed.success) throw new AppError('ERR_VALIDATION', { fields: fieldsOf(parsed.error, fields) })
    return parsed.data
  }
  if (request.isMultipart()) {
    const who = { companyId: caller.companyId, userId: null }
    const messages = await sendForm(ctx, who, request, (drafts, { number, closeTicket }) => {
      const wish = read({ number, closeTicket })
      return write(ctx, caller, { ...wish, key }, drafts)
    })
    return messages.map(shown)
  }
  const draft = read(json)
  if (draft.body.trim() === '') throw new AppError('ERR_EMPTY_MESSAGE')
  return (await write(ctx, caller, { ...draft, key }, [{ body: draft.body, userId: null }])).map(shown)
}

/** Errors: ERR_NO_MESSAGE_FOUND for what did not go out over this connection. */
export async function showExternally(ctx: Ctx, caller: ExternalCaller, id: string): Promise<ExternalMessage> {
  const [message] = await messagesOfConnection(ctx, caller, [id])
  if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND')
  return shown(message)
}
