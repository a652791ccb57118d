// Tickets with unread messages that concern the signed-in person, as the bell in the top bar lists them.
import { create } from 'zustand'
import { onSignedOut } from '#platform/session.ts'

export interface TicketNotice {
  ticketId: number
  uuid: string
  /** Name of the contact. */
  name: string
  /** Last message as one line. */
  text: string
  /** ISO instant of the last message. */
  at: string
  unread: number
  picture: string | null
}

interface NotificationsState {
  items: TicketNotice[]
  /** Tickets with unread messages; may be more than `items` holds. */
  count: number
}

const empty: NotificationsState = { items: [], count: 0 }

export const useNotifications = create<NotificationsState>(() => empty)

/** Replaces the list, newest first. */
export const setNotifications = (items: TicketNotice[], count = items.length): void =>
  useNotifications.setState({ items, count })

onSignedOut(() => useNotifications.setState(empty))
