// Notifications of messages: one a conversation, replaced by the next and taken back when it is read.
import { randomUUID } from 'node:crypto'
import { Notification, type NotificationConstructorOptions } from 'electron'
import type { Announcement } from '#bridge/notification-channels.ts'
import type { Preferences } from '#bridge/preference-channels.ts'
import type { Log } from '../platform/log.ts'
import type { Say } from '../platform/texts.ts'
import type { FindImage } from './notification-images.ts'
import { notificationWords } from './notification-words.ts'

export interface TicketNotifications {
  /** Shows a message, in the place of an earlier one of its conversation. */
  show(announcement: Announcement): Promise<void>
  /** Takes back what is shown of a conversation. */
  take(ticket: string): void
  takeAll(): void
}

interface Parts {
  platform: NodeJS.Platform
  say: Say
  log: Log
  preferences: () => Preferences
  isQuiet: (path: string) => boolean
  findPicture: FindImage
  open(path: string): void
  reply(ticket: string, ticketId: number, text: string): void
}

interface Shown {
  notification: Notification
  /** Messages since the conversation was last read. */
  count: number
}

async function optionsOf(
  { platform, say, preferences, findPicture }: Parts,
  announcement: Announcement,
  count: number
): Promise<NotificationConstructorOptions> {
  const { preview } = preferences()
  const picture = preview === 'none' ? null : await findPicture(announcement.picture)
  return {
    ...notificationWords(announcement, count, preferences().preview, say),
    // macOS keeps one of an id and may tell the object before of the click. The conversation is named first (`cold-start.ts`).
    id: platform === 'darwin' ? `${announcement.ticket} ${randomUUID()}` : announcement.ticket,
    groupId: announcement.ticket,
    // The sound is the console's own, with its volume.
    silent: true,
    hasReply: announcement.canReply,
    replyPlaceholder: say('reply'),
    ...(picture === null ? {} : { icon: picture })
  }
}

/** `forget`: it is no longer shown. */
function listen(parts: Parts, notification: Notification, announcement: Announcement, forget: () => void): void {
  const { ticket, ticketId, path } = announcement
  // Windows tells of these in one place for all notifications, those of an earlier start included, and would do so twice.
  if (parts.platform !== 'win32') {
    notification.on('click', () => {
      forget()
      parts.open(path)
    })
    notification.on('reply', ({ reply }) => {
      forget()
      parts.reply(ticket, ticketId, reply)
    })
  }
  notification.on('close', ({ reason }) => {
    // Off the screen, but still in the notification centre.
    if (reason !== 'timedOut' && reason !== 'applicationHidden') forget()
  })
  notification.on('failed', (_event, error) => {
    forget()
    parts.log.warn('notification failed', { words: error })
  })
}

export function createTicketNotifications(parts: Parts): TicketNotifications {
  const { platform, isQuiet, log } = parts
  const shown = new Map<string, Shown>()
  /** Later messages of a conversation wait for the picture of the one before, so that the last one stays. */
  const turns = new Map<string, Promise<void>>()

  const take = (ticket: string): void => {
    const present = shown.get(ticket)
    shown.delete(ticket)
    present?.notification.close()
  }
  const showNow = async (announcement: Announcement): Promise<void> => {
    const { ticket, path } = announcement
    if (isQuiet(path)) return
    const count = (shown.get(ticket)?.count ?? 0) + 1
    const options = await optionsOf(parts, announcement, count)
    // Meanwhile the person may have opened the conversation.
    if (isQuiet(path)) return
    // Windows replaces by id, and might take the new one back with the old one.
    if (platform === 'linux') take(ticket)
    const before = shown.get(ticket)
    const notification = new Notification(options)
    listen(parts, notification, announcement, () => {
      if (shown.get(ticket)?.notification === notification) shown.delete(ticket)
    })
    shown.set(ticket, { notification, count })
    notification.show()
    if (platform === 'darwin') before?.notification.close()
  }
  return {
    show: (announcement) => {
      const { ticket } = announcement
      const turn = (turns.get(ticket) ?? Promise.resolve()).then(() => showNow(announcement))
      const settled = turn.catch((error: unknown) => log.warn('notification not shown', { error: String(error) }))
      turns.set(ticket, settled)
      return settled.then(() => {
        if (turns.get(ticket) === settled) turns.delete(ticket)
      })
    },
    take,
    takeAll: () => {
      for (const ticket of [...shown.keys()]) take(ticket)
    }
  }
}
