// The one window: comes back where it was, hides in the tray instead of closing, and opens again after a crash.
import { app, autoUpdater, BrowserWindow, nativeTheme, screen } from 'electron'
import type { Log } from '../app/log.ts'
import { ownOrigin } from './own-page.ts'
import type { Settings } from '../app/settings.ts'
import { rememberWindow, placeWindow, smallest } from './window-state.ts'

/** Milliseconds after the last move at which the place is kept. */
const rest = 500
/** Crashes of the page within a minute after which it is not loaded again. */
const mostCrashes = 3

export interface ShellWindow {
  /** Brings the window to the front, and makes it if it is gone. */
  show(): void
  /** The window while it exists. */
  present(): BrowserWindow | undefined
  /** Loads the console anew, at its start. */
  load(): void
  /** True while the person has this place of the console before them. */
  isLookingAt(path: string): boolean
  changeZoom(step: 1 | -1 | 0): void
}

interface Parts {
  settings: Settings
  log: Log
  preload: string
  icon: string
  title: string
  /** True for a start that shows no window. */
  isHidden: boolean
  /** Called when the close button has hidden the window. */
  onHidden(): void
  /** Called when a window was made, before it loads. */
  onCreated(window: BrowserWindow): void
}

/** What the console's page is: a page, without anything of Node. */
export const pageRules = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  spellcheck: true,
  // Messages must be heard and announced while the window is hidden.
  backgroundThrottling: false
} satisfies Electron.WebPreferences

export function createWindow(parts: Parts): ShellWindow {
  const { settings, log } = parts
  let window: BrowserWindow | undefined
  let isQuitting = false
  let crashes: number[] = []
  app.on('before-quit', () => {
    isQuitting = true
  })
  // macOS closes the windows of an app it updates before it quits it.
  autoUpdater.on('before-quit-for-update', () => {
    isQuitting = true
  })

  /** A window that was never shown has not become maximized yet; one that was hidden is kept already. */
  const keep = (own: BrowserWindow): void => {
    if (own.isVisible()) rememberWindow(settings, own)
  }
  const keepSoon = (own: BrowserWindow): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    return () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (!own.isDestroyed()) keep(own)
      }, rest)
    }
  }
  const load = (own: BrowserWindow): void => {
    own.loadURL(`${ownOrigin}/`).catch((error: unknown) => log.error('console not loaded', { error: String(error) }))
  }
  const recover = (own: BrowserWindow, reason: string): void => {
    const now = Date.now()
    crashes = [...crashes.filter((at) => now - at < 60_000), now]
    log.error('console crashed', { reason, times: crashes.length })
    if (crashes.length <= mostCrashes && !own.isDestroyed()) load(own)
  }
  const hide = (own: BrowserWindow): void => {
    if (!own.isFullScreen()) return own.hide()
    // Hidden in full screen, it would leave an empty space behind on macOS.
    own.once('leave-full-screen', () => own.hide())
    own.setFullScreen(false)
  }
  const hook = (own: BrowserWindow): void => {
    const placed = keepSoon(own)
    for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const) own.on(event as 'resize', placed)
    own.on('close', (event) => {
      keep(own)
      if (isQuitting || !settings.read('closeToTray')) return
      event.preventDefault()
      hide(own)
      parts.onHidden()
    })
    own.on('closed', () => {
      window = undefined
    })
    own.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') recover(own, reason)
    })
    own.webContents.on('did-finish-load', () => own.webContents.setZoomLevel(settings.read('zoom')))
  }
  const make = (): BrowserWindow => {
    const kept = settings.read('window')
    const primary = screen.getPrimaryDisplay()
    const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
    const areas = [primary, ...others].map(({ workArea }) => workArea)
    const made = new BrowserWindow({
      ...placeWindow(kept?.bounds, areas),
      minWidth: smallest.width,
      minHeight: smallest.height,
      show: false,
      title: parts.title,
      icon: parts.icon,
      autoHideMenuBar: true,
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#101316' : '#f7f8f9',
      webPreferences: {
        preload: parts.preload,
        ...pageRules
      }
    })
    // Maximizing shows the window as well.
    if (kept?.isMaximized) made.once('show', () => made.maximize())
    hook(made)
    parts.onCreated(made)
    load(made)
    return made
  }
  const bringUp = (own: BrowserWindow): void => {
    if (own.isMinimized()) own.restore()
    own.show()
    own.focus()
  }

  window = make()
  const first = window
  if (!parts.isHidden) first.once('ready-to-show', () => first.show())
  return {
    show: () => {
      window ??= make()
      bringUp(window)
    },
    present: () => window,
    load: () => window && load(window),
    isLookingAt: (path) => {
      if (!window?.isVisible() || !window.isFocused() || window.isMinimized()) return false
      return new URL(window.webContents.getURL()).pathname === path
    },
    changeZoom: (step) => {
      const contents = window?.webContents
      if (!contents) return
      const level = step === 0 ? 0 : Math.min(4, Math.max(-3, contents.getZoomLevel() + step * 0.5))
      contents.setZoomLevel(level)
      settings.write('zoom', level)
    }
  }
}
