// The open conversation of its attendant, and what mentions the person in it, count as read while the window is looked at.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useUser } from '#platform/session/session.ts'
import { useReadWhenLookedAt } from '#ui/conversation/looked-at.ts'
import { readTicket } from '#features/inbox/messages/thread/read-ticket.store.ts'
import { readMentionsOf, unreadAmong, useMentions } from '#features/inbox/ticket-notes/mentions.store.ts'
import { serverTicket, useTickets } from '../replica/tickets.store.ts'

export function useMarkRead({ id }: Ticket): void {
  const { id: userId } = useUser()
  // By the server's word: it lets nobody read for the company before it has accepted the ticket for them, and what it
  // would not call read is asked again only when something comes.
  const unread = useTickets(() => {
    const known = serverTicket(id)
    const isOwn = known?.status === 'open' && known.userId === userId
    const isNew = known !== undefined && (known.unreadMessages > 0 || known.handover !== null)
    return isOwn && isNew ? `${id} ${known.updatedAt}` : null
  })
  useReadWhenLookedAt(unread, () => void readTicket(id))
  const mentions = useMentions(({ items }) =>
    unreadAmong(items, id)
      .map((one) => one.id)
      .join()
  )
  useReadWhenLookedAt(mentions === '' ? null : mentions, () => void readMentionsOf(id).catch(() => undefined))
}
