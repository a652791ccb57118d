// Tickets with unread messages that concern the signed-in person, as the bell in the top bar lists them.
import { create } from 'zustand'
import { isPaused } from '#platform/device/notification-pause.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { announceMessage, type Announcement } from './announce-message.ts'
import { playSound } from './play-sound.ts'
import { isLookedAt } from '#ui/conversation/looked-at.ts'

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

/** Tells of something new by sound, and outside the window when nobody looks at it; not at all of what is in view. */
export function announceNews(news: Announcement, isInView: boolean, open: (path: string) => void): void {
  if (isInView && isLookedAt()) return
  if (!isPaused()) playSound()
  if (!isLookedAt()) announceMessage(news, open)
}

onLifecycle({ signedOut: () => useNotifications.setState(empty) })
