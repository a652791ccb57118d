// What a person sees of the app: its window, and what speaks beside it; they call one another.
import { app, clipboard, session, type WebContents } from 'electron'
import { join } from 'node:path'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { intentsWaiting } from '#bridge/notification-channels.ts'
import { preferencesChanged } from '#bridge/preference-channels.ts'
import { tell } from '../ipc/ipc.ts'
import { sendRequest } from '../login/server-request.ts'
import { createAppNotices, type AppNotices } from '../notifications/app-notices.ts'
import { createNotificationImages } from '../notifications/notification-images.ts'
import { createNotifications, type Notifications } from '../notifications/notifications.ts'
import { createPause, type Pause } from '../notifications/pause.ts'
import { createReplies, type Replies } from '../notifications/replies.ts'
import { createStatusDisplay, type StatusDisplay } from '../notifications/status-display.ts'
import { createIntents, type Intents } from '../system/intents.ts'
import { wasStartedHidden } from '../system/start-at-login.ts'
import { createSpelling, type Spelling } from '../window/spelling.ts'
import { createWindow, type ShellWindow } from '../window/window.ts'
import { diagnosticsText } from './diagnostics.ts'
import { edition, productTitle } from './env.ts'
import { factsOf, type Log } from './log.ts'
import { preferencesOf } from './settings.ts'
import type { Stores } from './stores.ts'

export interface Front {
  window: ShellWindow
  /** The console while its window exists. */
  page(): WebContents | undefined
  /** Opens a place of the console, once somebody is signed in. */
  open(path: string): void
  /** Keeps what was written into a notification of a conversation. */
  reply(ticket: string, ticketId: number | null, text: string): void
  intents: Intents
  spelling: Spelling
  pause: Pause
  notices: AppNotices
  notifications: Notifications
  replies: Replies
  status: StatusDisplay
  copyDiagnostics(): Promise<void>
}

/** Folders of the built app. */
export interface Places {
  console: string
  preload: string
  icons: string
}

async function copyDiagnostics({ settings, login, language }: Stores, log: Log): Promise<void> {
  const state = {
    edition,
    server: login.servers.current(),
    isServerFixed: login.servers.isFixed,
    isSignedIn: login.keeper.isKept(),
    keeping: login.secrets.keeping(),
    language: language(),
    preferences: preferencesOf(settings)
  }
  await clipboard.writeText(diagnosticsText(state, log))
}

export function createFront(stores: Stores, places: Places, log: Log): Front {
  const { settings, login, kept, say } = stores
  const page = () => window.present()?.webContents
  const show = () => window.show()
  const tellWaiting = () => tell(page(), intentsWaiting, {})
  const intents = createIntents(tellWaiting)
  const open = (path: string): void => {
    show()
    intents.add({ kind: 'open', path })
  }
  const notices = createAppNotices({
    settings,
    say,
    isWindowVisible: () => window.present()?.isVisible() === true,
    show: (title, text) => notifications.tell(title, text, show)
  })
  const { sayWaiting, sayRefused } = notices
  const replies = createReplies({ kept, isKept: login.keeper.isKept, tell: tellWaiting, sayWaiting, sayRefused, log })
  const reply = (ticket: string, ticketId: number | null, text: string): void => {
    if (text.trim() === '') return
    replies.add(ticket, ticketId, text).catch((error: unknown) => log.error('reply not kept', factsOf(error)))
  }
  const spelling = createSpelling(session.defaultSession, settings, () =>
    tell(page(), preferencesChanged, preferencesOf(settings))
  )
  const pause = createPause(settings)
  const window = createWindow({
    settings,
    log,
    say,
    spelling,
    preload: places.preload,
    icon: join(places.icons, 'app.png'),
    title: productTitle,
    isHidden: wasStartedHidden(),
    onHidden: notices.explainTray,
    onShown: () => status.windowShown()
  })
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
  const status = createStatusDisplay({
    say,
    icons: places.icons,
    actions: {
      open: show,
      openSettings: () => open(pages.desktop),
      pause: (length) => void pause.begin(length),
      pausedUntil: pause.until,
      copyDiagnostics: () => void copyDiagnostics(stores, log),
      reload: () => page()?.reload(),
      zoom: window.changeZoom,
      quit: () => app.quit()
    },
    window: window.present,
    log
  })
  return {
    window,
    page,
    open,
    reply,
    intents,
    spelling,
    pause,
    notices,
    notifications,
    replies,
    status,
    copyDiagnostics: () => copyDiagnostics(stores, log)
  }
}
