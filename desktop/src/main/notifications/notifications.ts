// Native notifications: of messages, of the desk and of the app, quiet when paused or looked at.
import { Notification } from 'electron'
import type { Announcement, StatusNotification, TestResult } from '#bridge/notification-channels.ts'
import type { Preferences } from '#bridge/preference-channels.ts'
import type { Log } from '../platform/log.ts'
import type { Say } from '../platform/texts.ts'
import { createStatusNotifications } from './status-notifications.ts'
import type { FindImage } from './notification-images.ts'
import { createTicketNotifications } from './ticket-notifications.ts'

/** Milliseconds after which a system that took a notification and said nothing counts as silent. */
const silence = 3_000

export interface Notifications {
  /** Shows a message, in the place of an earlier one of its conversation. */
  show(announcement: Announcement): Promise<void>
  /** Shows something about the desk, in the place of an earlier word about the same. */
  showStatus(notice: StatusNotification): void
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

async function showTest({ say, log, preferences, isPaused }: Parts): Promise<TestResult> {
  if (!Notification.isSupported()) return { outcome: 'unsupported', detail: '' }
  if (!preferences().notifications) return { outcome: 'off', detail: '' }
  if (isPaused()) return { outcome: 'paused', detail: '' }
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
}

function showWords(title: string, body: string, onClick: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({ title, body, silent: true })
  notification.on('click', onClick)
  notification.show()
}

export function createNotifications(parts: Parts): Notifications {
  const isQuiet = (path: string): boolean =>
    !parts.preferences().notifications || parts.isPaused() || parts.isLookingAt(path) || !Notification.isSupported()
  const ofTickets = createTicketNotifications({ ...parts, isQuiet })
  const statuses = createStatusNotifications(parts.open)
  let unread = new Set<string>()
  return {
    show: ofTickets.show,
    showStatus: (notice) => {
      if (!isQuiet(notice.path)) statuses.show(notice)
    },
    setUnread: (tickets) => {
      const now = new Set(tickets)
      for (const ticket of unread) if (!now.has(ticket)) ofTickets.take(ticket)
      unread = now
    },
    test: () => showTest(parts),
    tell: showWords,
    clear: () => {
      ofTickets.takeAll()
      statuses.takeAll()
      unread = new Set()
    }
  }
}
