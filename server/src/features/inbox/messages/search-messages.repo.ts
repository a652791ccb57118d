// SQL that finds a text in the history of one ticket, newest first.
import { rawOf, type Transaction } from '#database/client.ts'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'

interface HitRow {
  id: string
  body: string
  from_me: boolean
  media_type: Message['mediaType']
  sender_name: string | null
  created_at: string
}

/** `pattern` is one for LIKE over `search_text`. Reads no further back than the last of `limit` hits. */
export const messagesWith = (
  db: Transaction,
  companyId: number,
  ticketId: number,
  pattern: string,
  limit: number
): Promise<HitRow[]> =>
  rawOf(db)<HitRow[]>`
    select m.id, m.body, m.from_me, m.media_type, m.sender_name, m.created_at from messages m
    where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and not m.is_deleted
      and m.search_text like ${pattern}
    order by m.created_at desc, m.seq desc limit ${limit}`
