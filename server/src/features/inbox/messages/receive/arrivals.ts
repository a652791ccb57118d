// What of a batch was stored, for those who must hear of it in the same transaction.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Arrival } from '../messages.events.ts'
import type { OpenChat } from './open-chats.ts'
import type { IncomingRow, StoredBatch } from './receive.repo.ts'

/** By connection, in the order in which the messages were stored. */
export function arrivalsOf(
  rows: IncomingRow[],
  stored: StoredBatch,
  chats: Map<string, OpenChat>
): Map<number, Arrival[]> {
  const incoming = new Map(rows.map((row) => [row.id, row]))
  const byTicket = new Map([...chats.values()].map((chat) => [chat.ticket?.id, chat]))
  const arrivals = stored.messages.flatMap(({ id, seq, ticketId, replaced }): Arrival[] => {
    const row = incoming.get(id)
    const chat = byTicket.get(ticketId)
    if (!chat?.ticket || (!row && !replaced)) return []
    return [
      {
        messageId: id,
        seq,
        ticket: chat.ticket,
        isFresh: chat.isFresh,
        isLate: !row,
        fromMe: row?.fromMe ?? false,
        mediaType: (row?.mediaType as Message['mediaType'] | undefined) ?? null,
        body: row?.body ?? ''
      }
    ]
  })
  return Map.groupBy(arrivals, ({ ticket }) => ticket.whatsappId ?? 0)
}
