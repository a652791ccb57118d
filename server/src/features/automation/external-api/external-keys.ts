// Calls that may come again: a key belongs to the first call that used it over a connection, and to what that call sent.
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import { tracePatterns } from '#features/inbox/contacts/identity/traces.ts'
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isStorable } from '@guiche/shared/kernel/ids.ts'
import { messagesOfConnection } from '#features/inbox/messages/send/external-messages.ts'
import type { OutgoingDraft } from '#features/inbox/messages/send/send-message.ts'
import type { Ctx } from '#platform/ctx.ts'
import { callWithKey, deleteKeysLike, type ExternalKey } from './external-keys.repo.ts'

/** Characters of an idempotency key. */
const longestKey = 60

/** The key of a call that may come again. Errors: ERR_VALIDATION. */
export function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return null
  if (typeof key !== 'string' || key.length > longestKey || !isStorable(key)) {
    throw new AppError('ERR_VALIDATION', { fields: { 'idempotency-key': 'ERR_VALIDATION' } })
  }
  return key
}

/** Of what is sent, to whom. Files count by name, kind and size: what is stored of them is made anew with every call. */
export function fingerprintOf(number: string, drafts: OutgoingDraft[]): string {
  const sent = drafts.map(({ body, file }) => [body, file?.mediaType, file?.media.name, file?.media.size])
  return createHash('sha256')
    .update(JSON.stringify([number, sent]))
    .digest('base64')
}

/**
 * What an earlier call with the key has sent; null when there was none. Errors: ERR_IDEMPOTENCY_KEY_REUSED when that was
 * something else, ERR_NO_MESSAGE_FOUND when its conversation is gone.
 */
export async function findRepeated(ctx: Ctx, key: ExternalKey, fingerprint: string): Promise<Message[] | null> {
  const call = await callWithKey(ctx.db, key)
  if (!call) return null
  if (call.fingerprint !== fingerprint) throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED')
  const messages = await messagesOfConnection(ctx, key, call.ids)
  if (messages.length === 0) throw new AppError('ERR_NO_MESSAGE_FOUND')
  return messages
}

/** A step of `beforeContactDelete`: other programs name their keys as they like, after numbers too. */
export const erasePerson = (tx: Ctx, companyId: number, _contactId: number, person: ErasedPerson): Promise<void> =>
  deleteKeysLike(tx.db, companyId, tracePatterns(person))
