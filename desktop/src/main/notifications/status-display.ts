// What is shown outside the window about the state of the desk: tray, badge and menus, brought up to date together.
import type { BrowserWindow } from 'electron'
import { setAppMenu, trayItems, type ShellActions } from '../window/app-menu.ts'
import { showBadge } from './badge.ts'
import type { Log } from '../platform/log.ts'
import type { Say } from '../platform/texts.ts'
import { createTray, type ShellTray } from './tray.ts'

export interface StatusDisplay {
  setUnread(count: number): void
  /** The window has come up: Windows has no button for a hidden one, and a new button has nothing on it. */
  windowShown(): void
  /** Draws everything again, after a change of language or of the pause. */
  refresh(): void
}

interface Parts {
  say: Say
  icons: string
  actions: ShellActions
  window: () => BrowserWindow | undefined
  log: Log
}

export function createStatusDisplay({ say, icons, actions, window, log }: Parts): StatusDisplay {
  let unread = 0
  let tray: ShellTray | null = null
  try {
    tray = createTray({ say, icons, open: actions.open, actions: () => trayItems(actions, say) })
  } catch (error) {
    // A desktop without a place for icons: everything is in the app's menu as well.
    log.warn('no tray', { error: String(error) })
  }
  const refresh = (): void => {
    tray?.update({ unread, isPaused: actions.pausedUntil() !== null })
    showBadge(unread, window(), icons, say)
    setAppMenu(actions, say)
  }
  refresh()
  return {
    refresh,
    windowShown: () => showBadge(unread, window(), icons, say),
    setUnread: (count) => {
      if (count === unread) return
      unread = count
      refresh()
    }
  }
}
