// What came into a ticket since a place in the order of messages, and what was said before, for those who answer it.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { arrivedRows, historyRows, lastMessages, messageById, messageIdByClientId } from '../messages.repo.ts'

export interface Arrived {
  id: string
  seq: number
  body: string
  mediaType: Message['mediaType']
  /** Written on the own phone. */
  fromMe: boolean
  /** By WhatsApp's clock. */
  sentAt: Date
}

/** In the order in which they were stored: those after `seq`, and those of `ids`. Of very many the newest ones. */
export async function arrivedSince(
  ctx: Ctx,
  companyId: number,
  ticketId: number,
  { seq, ids }: { seq: number; ids: string[] }
): Promise<Arrived[]> {
  const rows = await arrivedRows(ctx.db, companyId, ticketId, { seq, ids })
  return rows.map((row) => ({
    id: row.id,
    seq: row.seq,
    body: row.body,
    mediaType: row.mediaType,
    fromMe: row.fromMe,
    sentAt: new Date(row.createdAt)
  }))
}

/** The newest messages of a ticket that say something, ours and the customer's, oldest first. */
export async function recentWords(
  ctx: Ctx,
  companyId: number,
  ticketId: number,
  limit: number
): Promise<Pick<Arrived, 'id' | 'body' | 'mediaType' | 'fromMe'>[]> {
  const rows = await historyRows(ctx.db, companyId, ticketId, { before: null, offset: 0, limit })
  return rows
    .filter((row) => !row.isDeleted && row.mediaType !== 'ciphertext' && row.mediaType !== 'call_log')
    .map((row) => ({ id: row.id, body: row.body, mediaType: row.mediaType, fromMe: row.fromMe }))
    .reverse()
}

/** Where the file of a message is; null while it is being fetched, `gone` when it will not come. */
export async function arrivedFile(ctx: Ctx, companyId: number, id: string) {
  const row = await messageById(ctx.db, companyId, id)
  const { key, mime } = row?.media ?? {}
  if (row?.mediaState === 'ready' && key) return { key, mime: mime ?? '' }
  return row?.mediaState === 'fetching' ? null : ('gone' as const)
}

/** The newest message of a ticket, whoever wrote it. */
export const newestMessage = async (ctx: Ctx, companyId: number, ticketId: number) =>
  (await lastMessages(ctx.db, companyId, ticketId, 1))[0] ?? null

/** True when a message with this client id was written into the ticket. */
export async function isClientIdTaken(ctx: Ctx, companyId: number, ticketId: number, clientId: string) {
  return (await messageIdByClientId(ctx.db, companyId, ticketId, clientId)) !== null
}
