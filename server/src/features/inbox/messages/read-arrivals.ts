// What came into a ticket since a place in the order of messages, for those who work it off after the commit.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { arrivedRows } from './messages.repo.ts'

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
export const arrivedSince = async (
  ctx: Ctx,
  companyId: number,
  ticketId: number,
  { seq, ids }: { seq: number; ids: string[] }
): Promise<Arrived[]> => {
  const rows = await arrivedRows(ctx.db, companyId, ticketId, seq, ids)
  return rows.map((row) => ({
    id: row.id,
    seq: row.seq,
    body: row.body,
    mediaType: row.media_type,
    fromMe: row.from_me,
    sentAt: new Date(row.created_at)
  }))
}
