// Tells the server that the attendant has seen a conversation; the counter goes to zero at once.
import { markTicketRead } from '@guiche/shared/features/inbox/messages.ts'
import { call } from '#platform/net/http.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { drawTicket, putTicketPart } from '#features/inbox/tickets/replica/tickets.store.ts'

/** Tickets the server is being told of; true when more came meanwhile that was looked at. */
const own = ofLogin(() => ({ asking: new Map<number, boolean>() }))

/** A failure is let go: the next look tries again, or the one that came meanwhile. */
export async function readTicket(ticketId: number): Promise<void> {
  const { asking } = own()
  if (asking.has(ticketId)) {
    asking.set(ticketId, true)
    return
  }
  asking.set(ticketId, false)
  try {
    await drawTicket(ticketId, { unreadMessages: 0 }, async () => {
      const answer = await call(markTicketRead, { params: { ticketId } })
      putTicketPart(ticketId, { unreadMessages: answer.unreadMessages }, answer)
    })
  } catch {
    // Nothing was lost; the messages stay unread.
  }
  const looksAgain = asking.get(ticketId) === true
  asking.delete(ticketId)
  if (looksAgain) await readTicket(ticketId)
}
