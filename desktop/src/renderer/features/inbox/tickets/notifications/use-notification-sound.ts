// What is unread and concerns the person: in the bell, the window's title, on tray and dock, all of it or its number.
import { useEffect, useMemo } from 'react'
import { reportUnread } from '#bridge/notification-channels.ts'
import { send } from '#platform/device/bridge.ts'
import { join } from '#platform/net/realtime.ts'
import { ensureMentions, unreadAmong, useMentions } from '#features/inbox/ticket-notes/mentions.store.ts'
import { useHandoverText } from '../list/handover.ts'
import { useHandedOver } from './use-handovers.ts'
import { setNotifications } from './notifications.store.ts'
import { knowsAllUnread, rowsOf } from '../list/ticket-lists.ts'
import { ensureTickets, loadMoreTickets, useTicketPages } from '../list/ticket-pages.store.ts'
import { ticketViewer, useTickets } from '../replica/tickets.store.ts'
import { inOneLine, useLastMessage } from '../list/use-last-message.ts'
import { useTicketRows } from '../list/use-ticket-rows.ts'

/** Unread tickets that are loaded as long as there are more; of what lies below them the server's number is enough. */
const mostLoaded = 200
/** Milliseconds without a change: pages are counted from what is shown, which many events at once are still changing. */
const quiet = 300

/** What is not known to be read, however far the list is loaded: notifications of the rest are taken back. */
function knownUnread(): string[] {
  const viewer = ticketViewer()
  const { pages, view } = useTicketPages.getState()
  if (viewer === null) return []
  const whole = { ...pages.unread, hasMore: false }
  return rowsOf(useTickets.getState().rows.values(), { list: 'unread', page: whole, view, viewer }).map(
    ({ uuid }) => uuid
  )
}

export function useNotificationSound(): void {
  const rows = useTicketRows('unread')
  const { phase, hasMore, below } = useTicketPages(({ pages }) => pages.unread)
  const lastMessage = useLastMessage()
  useEffect(() => ensureTickets('unread'), [phase])
  const viewer = ticketViewer()
  const isExact = viewer !== null && knowsAllUnread(viewer)
  useEffect(() => {
    // A list with tickets of others in it might be read to its end without a row for the bell.
    if (phase !== 'ready' || !hasMore || !isExact || rows.length >= mostLoaded) return undefined
    const timer = setTimeout(() => void loadMoreTickets('unread'), quiet)
    return () => clearTimeout(timer)
  }, [phase, hasMore, isExact, rows.length])
  useEffect(() => join('joinNotification'), [])
  const handed = useHandedOver()
  const handoverText = useHandoverText()
  useEffect(() => void ensureMentions(), [])
  const mentions = useMentions(({ items }) => items)
  const mentioning = useMemo(() => unreadAmong(mentions), [mentions])
  const count = rows.length + (isExact ? below : 0) + handed.length
  const all = count + mentioning.length
  useEffect(() => {
    setNotifications(
      [...handed, ...rows].map((ticket) => ({
        ticketId: ticket.id,
        uuid: ticket.uuid,
        name: ticket.contact.name,
        text:
          ticket.unreadMessages === 0 && ticket.handover
            ? handoverText(ticket.handover)
            : inOneLine(lastMessage(ticket)),
        at: ticket.updatedAt,
        unread: ticket.unreadMessages,
        picture: ticket.contact.profilePicUrl
      })),
      count
    )
  }, [rows, handed, count, lastMessage, handoverText])
  useEffect(() => {
    document.title = all === 0 ? 'Guichê' : `(${all > 99 ? '99+' : all}) Guichê`
  }, [all])
  useEffect(
    () =>
      send(reportUnread, {
        count: all,
        tickets: [
          ...knownUnread(),
          ...handed.map(({ uuid }) => uuid),
          ...new Set(mentioning.map(({ ticket }) => ticket.uuid))
        ]
      }),
    [rows, handed, mentioning, all]
  )
  useEffect(
    () => () => {
      document.title = 'Guichê'
      send(reportUnread, { count: 0, tickets: [] })
    },
    []
  )
}
