// Native notifications: one a conversation, replaced by the next, quiet when paused or looked at, gone when read.
import { randomUUID } from 'node:crypto'
import { Notification, type NotificationConstructorOptions } from 'electron'
import type { Announcement, DeskNotice, TestResult } from '#bridge/notification-channels.ts'
import type { Preferences } from '#bridge/preference-channels.ts'
import type { Log } from '../app/log.ts'
import type { FindImage } from './notification-images.ts'
import type { Say } from '../app/texts.ts'

/** Milliseconds after which a system that took a notification and said nothing counts as silent. */
const silence = 3_000
/** Characters of a message in a notification; systems cut off at less. */
const longestText = 300

export interface Notifications {
  /** Shows a message, in the place of an earlier one of its conversation. */
  show(announcement: Announcement): Promise<void>
  /** Shows something about the desk, in the place of an earlier word about the same. */
  showOfDesk(notice: DeskNotice): void
  /** Tells which conversations are unread; what was and is no more leaves the notification centre. */
  setUnread(tickets: readonly string[]): void
  /** Shows one on request and tells what the system made of it. */
  test(): Promise<TestResult>
  /** Shows words of the app itself. */
  tell(title: string, body: string, onClick: () => void): void
  /** Takes everything back, when the login ends. */
  clear(): void
}

interface Parts {
  platform: NodeJS.Platform
  say: Say
  log: Log
  preferences: () => Preferences
  isPaused: () => boolean
  isLookingAt: (path: string) => boolean
  findPicture: FindImage
  open(path: string): void
  reply(ticket: string, ticketId: number, text: string): void
}

interface Shown {
  notification: Notification
  announcement: Announcement
  /** Messages since the conversation was last read. */
  count: number
}

export function createNotifications(parts: Parts): Notifications {
  const { platform, say, log } = parts
  const shown = new Map<string, Shown>()
  const aboutDesk = new Map<string, Notification>()
  let unread = new Set<string>()

  const wordsOf = ({ title, body }: Announcement, count: number): { title: string; body: string } => {
    const { preview } = parts.preferences()
    const news = count > 1 ? say('newMessages', { count }) : say('newMessage')
    if (preview === 'none') return { title: say('appName'), body: news }
    if (preview === 'name') return { title, body: news }
    return { title: count > 1 ? `${title} (${count})` : title, body: body.slice(0, longestText) }
  }
  const take = (ticket: string): void => {
    const present = shown.get(ticket)
    shown.delete(ticket)
    present?.notification.close()
  }
  const optionsOf = async (announcement: Announcement, count: number): Promise<NotificationConstructorOptions> => {
    const { preview } = parts.preferences()
    const picture = preview === 'none' ? null : await parts.findPicture(announcement.picture)
    return {
      ...wordsOf(announcement, count),
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
  const hook = (notification: Notification, { ticket, ticketId, path }: Announcement): void => {
    const forget = () => {
      if (shown.get(ticket)?.notification === notification) shown.delete(ticket)
    }
    // Windows tells of these in one place for all notifications, those of an earlier start included, and would do so twice.
    if (platform !== 'win32') {
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
      log.warn('notification failed', { words: error })
    })
  }
  const isQuiet = (path: string): boolean =>
    !parts.preferences().notifications || parts.isPaused() || parts.isLookingAt(path) || !Notification.isSupported()

  /** Later messages of a conversation wait for the picture of the one before, so that the last one stays. */
  const turns = new Map<string, Promise<void>>()
  const showNow = async (announcement: Announcement): Promise<void> => {
    const { ticket, path } = announcement
    if (isQuiet(path)) return
    const count = (shown.get(ticket)?.count ?? 0) + 1
    const options = await optionsOf(announcement, count)
    // Meanwhile the person may have opened the conversation.
    if (isQuiet(path)) return
    // Windows replaces by id, and might take the new one back with the old one.
    if (platform === 'linux') take(ticket)
    const before = shown.get(ticket)
    const notification = new Notification(options)
    hook(notification, announcement)
    shown.set(ticket, { notification, announcement, count })
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
    showOfDesk: ({ about, title, body, path }) => {
      if (isQuiet(path)) return
      aboutDesk.get(about)?.close()
      const notification = new Notification({ title, body, silent: true })
      const forget = () => {
        if (aboutDesk.get(about) === notification) aboutDesk.delete(about)
      }
      notification.on('click', () => {
        forget()
        parts.open(path)
      })
      notification.on('close', forget)
      aboutDesk.set(about, notification)
      notification.show()
    },
    setUnread: (tickets) => {
      const now = new Set(tickets)
      for (const ticket of unread) if (!now.has(ticket)) take(ticket)
      unread = now
    },
    test: async () => {
      if (!Notification.isSupported()) return { outcome: 'unsupported', detail: '' }
      if (!parts.preferences().notifications) return { outcome: 'off', detail: '' }
      if (parts.isPaused()) return { outcome: 'paused', detail: '' }
      const notification = new Notification({ title: say('testTitle'), body: say('testText') })
      const answer = new Promise<TestResult>((resolve) => {
        notification.on('show', () => resolve({ outcome: 'shown', detail: '' }))
        notification.on('failed', (_event, error) => resolve({ outcome: 'failed', detail: error }))
        setTimeout(() => resolve({ outcome: 'silent', detail: '' }), silence)
      })
      notification.show()
      const result = await answer
      log.info('notification tested', { outcome: result.outcome, words: result.detail })
      return result
    },
    tell: (title, body, onClick) => {
      if (!Notification.isSupported()) return
      const notification = new Notification({ title, body, silent: true })
      notification.on('click', onClick)
      notification.show()
    },
    clear: () => {
      for (const ticket of [...shown.keys()]) take(ticket)
      for (const notification of [...aboutDesk.values()]) notification.close()
      aboutDesk.clear()
      unread = new Set()
    }
  }
}
