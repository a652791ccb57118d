// What speaks beside the window: notifications and the replies written into them, the pause, tray and badge.
import type { BrowserWindow } from 'electron'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import type { Login } from '../login/open-login.ts'
import { sendRequest } from '../login/server-request.ts'
import type { SnapshotStore } from '../offline/snapshot-store.ts'
import { factsOf, type Log } from '../platform/log.ts'
import { preferencesOf, type Settings } from '../platform/settings.ts'
import type { Say } from '../platform/texts.ts'
import type { ShellActions } from '../window/app-menu.ts'
import { createAppNotices, type AppNotices } from './app-notices.ts'
import { onEarlierNotifications } from './cold-start.ts'
import { createNotificationImages } from './notification-images.ts'
import { createNotifications, type Notifications } from './notifications.ts'
import { createPause, type Pause } from './pause.ts'
import { createReplies, type Replies } from './replies.ts'
import { createStatusDisplay, type StatusDisplay } from './status-display.ts'

export interface Signals {
  notices: AppNotices
  notifications: Notifications
  pause: Pause
  replies: Replies
  status: StatusDisplay
  /** Listens for notifications that outlived an earlier start; `launchInfo` is what `ready` came with. */
  followEarlier(launchInfo: unknown): void
}

interface Parts {
  settings: Settings
  login: Login
  kept: SnapshotStore
  say: Say
  log: Log
  icons: string
  window: {
    show(): void
    present(): BrowserWindow | undefined
    isLookingAt(path: string): boolean
  }
  /** What the menus do, the pause apart. */
  actions: Omit<ShellActions, 'pause' | 'pausedUntil'>
  /** Opens a place of the console. */
  open(path: string): void
  /** Tells the console that something waits for it. */
  sendIntentsPending(): void
}

export function createSignals(parts: Parts): Signals {
  const { settings, login, kept, say, log, icons, window, open } = parts
  const pause = createPause(settings)
  const notices = createAppNotices({
    settings,
    say,
    isWindowVisible: () => window.present()?.isVisible() === true,
    show: (title, text) => notifications.tell(title, text, window.show)
  })
  const replies = createReplies({
    kept,
    isKept: login.keeper.isKept,
    tell: parts.sendIntentsPending,
    sayWaiting: notices.sayWaiting,
    sayRefused: notices.sayRefused,
    log
  })
  const reply = (ticket: string, ticketId: number | null, text: string): void => {
    if (text.trim() === '') return
    replies.add(ticket, ticketId, text).catch((error: unknown) => log.error('reply not kept', factsOf(error)))
  }
  const notifications = createNotifications({
    platform: process.platform,
    say,
    log,
    preferences: () => preferencesOf(settings),
    isPaused: () => pause.until() !== null,
    isLookingAt: window.isLookingAt,
    findPicture: createNotificationImages(sendRequest, login.files.isFile),
    open,
    reply
  })
  const actions: ShellActions = {
    ...parts.actions,
    pause: (length) => void pause.begin(length),
    pausedUntil: pause.until
  }
  const status = createStatusDisplay({ say, icons, actions, window: window.present, log })
  return {
    notices,
    notifications,
    pause,
    replies,
    status,
    followEarlier: (launchInfo) =>
      onEarlierNotifications(
        process.platform,
        { open: (ticket) => open(ticketPage(ticket)), reply: (ticket, text) => reply(ticket, null, text) },
        launchInfo,
        log
      )
  }
}
