// Tells the server that the attendant has seen a conversation; the counter goes to zero at once.
import { markTicketRead } from '@guiche/shared/features/inbox/messages.ts'
import { call } from '#platform/http.ts'
import { bookClock, putUnread, withOverlay } from '#features/inbox/tickets/tickets.store.ts'

const asking = new Set<number>()

/** A failure is let go: the next look tries again. */
export const readTicket = async (ticketId: number): Promise<void> => {
  if (asking.has(ticketId)) return
  asking.add(ticketId)
  const startedAt = bookClock()
  try {
    await withOverlay(ticketId, { unreadMessages: 0 }, async () => {
      const { unreadMessages } = await call(markTicketRead, { params: { ticketId } })
      putUnread(ticketId, unreadMessages, startedAt)
    })
  } catch {
    // Nothing was lost; the messages stay unread.
  } finally {
    asking.delete(ticketId)
  }
}
