// Tickets that were handed over to the person: in the bell as long as they were not opened, and told when they come.
import { useEffect, useEffectEvent, useMemo } from 'react'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import { newsFor, ticketEvent, type Handover, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { listen } from '#platform/net/realtime.ts'
import { serverNow } from '#platform/net/server-clock.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { handoverOf, useHandoverText } from '../list/handover.ts'
import { useTicketInView } from '../replica/ticket-in-view.store.ts'
import { useTickets } from '../replica/tickets.store.ts'
import { announceNews } from './notifications.store.ts'

function waitingFor(rows: ReadonlyMap<number, Ticket>): Ticket[] {
  return [...rows.values()].filter((one) => one.unreadMessages === 0 && handoverOf(one) !== null)
}

/** Known tickets without unread messages that wait for the person to open them; the same list until one changes. */
export function useHandedOver(): Ticket[] {
  const present = useTickets(({ rows }) =>
    waitingFor(rows)
      .map(({ id, updatedAt }) => `${id} ${updatedAt}`)
      .join()
  )
  return useMemo(() => (present === '' ? [] : waitingFor(useTickets.getState().rows)), [present])
}

/** By ticket, when the handover was that has been told: every later change of the ticket carries it again. */
const told = ofLogin(() => new Map<number, string>())

export function useHandoverAnnouncements(): void {
  const navigate = useNavigate()
  const textOf = useHandoverText()
  const open = useEffectEvent((path: string) => void navigate(path))
  const bodyOf = useEffectEvent((handover: Handover) => textOf(handover))
  useEffect(
    () =>
      listen(ticketEvent, (event) => {
        if (event.action !== 'update') return
        const { ticket } = event
        const handover = handoverOf(ticket)
        if (handover === null || told().get(ticket.id) === handover.at) return
        told().set(ticket.id, handover.at)
        if (serverNow() - Date.parse(handover.at) > newsFor) return
        announceNews(
          {
            title: ticket.contact.name,
            body: bodyOf(handover),
            path: ticketPage(ticket.uuid),
            ticket,
            picture: ticket.contact.profilePicUrl,
            canReply: false
          },
          useTicketInView.getState().ticketId === ticket.id,
          (path) => open(path)
        )
      }),
    []
  )
}
