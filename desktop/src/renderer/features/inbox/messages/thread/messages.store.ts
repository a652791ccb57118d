// Messages by ticket: history that loads in both directions, kept by calls and events.
import { historyImportedEvent } from '@guiche/shared/features/inbox/connections.ts'
import { listMessages, messageEvent, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { listen } from '#platform/net/realtime.ts'
import { createThreads } from '#platform/replica/threads.ts'
import { takeTickets } from '#features/inbox/tickets/replica/tickets.store.ts'
import { readThread } from './thread-snapshot.ts'

/** Oldest first: by the instant, then by the order within the ticket. */
function inOrder(a: Message, b: Message): number {
  if (a.createdAt === b.createdAt) return a.seq - b.seq
  return a.createdAt < b.createdAt ? -1 : 1
}

export const messages = createThreads<Message>({
  order: inOrder,
  fetchPage: async (ticketId, query, read) => {
    // Read is what somebody has looked at (use-mark-read.ts), not what was fetched for them.
    const asked = { params: { ticketId }, query: { pageNumber: 1, keepUnread: true, ...query } }
    const answer = await read(listMessages, asked)
    takeTickets([answer.ticket], answer)
    return { rows: answer.messages, hasMore: answer.hasMore }
  },
  readStored: readThread
})

export const useMessages = messages.use

/** Shows a message of the past, in a conversation that is or is about to be open. Errors: ApiError. */
export const { jumpTo } = messages

/** Draws a change at once while `work` asks the server for it; taken back when that fails. Errors: ApiError. */
export function drawMessage(
  { id, ticketId }: Message,
  part: Partial<Message>,
  work: () => Promise<Message>
): Promise<Message> {
  return messages.draw(ticketId, { id, part }, async () => {
    const answered = await work()
    messages.receive(ticketId, answered)
    return answered
  })
}

listen(messageEvent, ({ message, seq }) => messages.receive(message.ticketId, message, { seq }))

listen(ticketEvent, (event) => {
  if (event.action === 'delete') messages.drop(event.ticketId)
})

// With this event everything is asked for again (connections.store.ts); what is shown may have got gaps, too.
listen(historyImportedEvent, messages.outdate)
