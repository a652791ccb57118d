// The one window: comes back where it was, hides in the tray instead of closing, and opens again after a crash.
import { app, autoUpdater, BrowserWindow, nativeTheme, screen, session, type WebContents } from 'electron'
import type { Log } from '../platform/log.ts'
import type { Say } from '../platform/texts.ts'
import { showContextMenus } from './context-menu.ts'
import { ownOrigin } from '../platform/own-page.ts'
import { addCrash } from './page-crashes.ts'
import type { Settings } from '../platform/settings.ts'
import { createSpelling } from './spelling.ts'
import { rememberWindow, fitWindow, smallest } from './window-state.ts'

/** Milliseconds after the last move at which the place is kept. */
const rest = 500

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
  /** Brings the page's spell checker in line with the preferences. */
  applySpelling(): void
}

interface Parts {
  settings: Settings
  log: Log
  say: Say
  preload: string
  icon: string
  title: string
  /** True for a start that shows no window. */
  isHidden: boolean
  /** Called when the close button has hidden the window. */
  onHidden(): void
  /** Called whenever a window has come up. */
  onShown(): void
  /** Called when the person has chosen other languages for the spell checker in a menu. */
  onSpelling(): void
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

/** A window that was never shown has not become maximized yet; one that was hidden is remembered already. */
function remember(settings: Settings, own: BrowserWindow): void {
  if (own.isVisible()) rememberWindow(settings, own)
}

/** Remembers where the window is once it has come to rest. */
function followPlace(settings: Settings, own: BrowserWindow): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const placed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!own.isDestroyed()) remember(settings, own)
    }, rest)
  }
  for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const) own.on(event as 'resize', placed)
}

function loadConsole(own: BrowserWindow, log: Log): void {
  own.loadURL(`${ownOrigin}/`).catch((error: unknown) => log.error('console not loaded', { error: String(error) }))
}

function hide(own: BrowserWindow): void {
  if (!own.isFullScreen()) return own.hide()
  // Hidden in full screen, it would leave an empty space behind on macOS.
  own.once('leave-full-screen', () => own.hide())
  own.setFullScreen(false)
}

function bringUp(own: BrowserWindow): void {
  if (own.isMinimized()) own.restore()
  own.show()
  own.focus()
}

/** A window as it was last, not shown yet. */
function newWindow({ settings, preload, icon, title }: Parts): BrowserWindow {
  const remembered = settings.read('window')
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  const areas = [primary, ...others].map(({ workArea }) => workArea)
  const made = new BrowserWindow({
    ...fitWindow(remembered?.bounds, areas),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title,
    icon,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#101316' : '#f7f8f9',
    webPreferences: { preload, ...pageRules }
  })
  // Maximizing shows the window as well.
  if (remembered?.isMaximized) made.once('show', () => made.maximize())
  return made
}

/** Tells whether the app is about to quit. */
function watchQuitting(): () => boolean {
  let isQuitting = false
  const quits = (): void => {
    isQuitting = true
  }
  app.on('before-quit', quits)
  // macOS closes the windows of an app it updates before it quits it.
  autoUpdater.on('before-quit-for-update', quits)
  return () => isQuitting
}

function changeZoom(contents: WebContents, settings: Settings, step: 1 | -1 | 0): void {
  const level = step === 0 ? 0 : Math.min(4, Math.max(-3, contents.getZoomLevel() + step * 0.5))
  contents.setZoomLevel(level)
  settings.write('zoom', level)
}

function isInFront(own: BrowserWindow, path: string): boolean {
  if (!own.isVisible() || !own.isFocused() || own.isMinimized()) return false
  return new URL(own.webContents.getURL()).pathname === path
}

export function createWindow(parts: Parts): ShellWindow {
  const { settings, log } = parts
  let window: BrowserWindow | undefined
  let crashes: number[] = []
  const isQuitting = watchQuitting()
  const spelling = createSpelling(session.defaultSession, settings, parts.onSpelling)

  const recover = (own: BrowserWindow, reason: string): void => {
    const after = addCrash(crashes, Date.now())
    crashes = after.crashes
    log.error('console crashed', { reason, times: crashes.length })
    if (after.loadsAgain && !own.isDestroyed()) loadConsole(own, log)
  }
  const make = (): BrowserWindow => {
    const made = newWindow(parts)
    followPlace(settings, made)
    made.on('close', (event) => {
      remember(settings, made)
      if (isQuitting() || !settings.read('closeToTray')) return
      event.preventDefault()
      hide(made)
      parts.onHidden()
    })
    made.on('closed', () => {
      window = undefined
    })
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') recover(made, reason)
    })
    made.webContents.on('did-finish-load', () => made.webContents.setZoomLevel(settings.read('zoom')))
    showContextMenus(made.webContents, spelling, parts.say)
    made.on('show', parts.onShown)
    made.on('restore', parts.onShown)
    loadConsole(made, log)
    return made
  }

  const first = make()
  window = first
  if (!parts.isHidden) first.once('ready-to-show', () => first.show())
  return {
    show: () => {
      window ??= make()
      bringUp(window)
    },
    present: () => window,
    load: () => window && loadConsole(window, log),
    isLookingAt: (path) => window !== undefined && isInFront(window, path),
    changeZoom: (step) => window && changeZoom(window.webContents, settings, step),
    applySpelling: spelling.apply
  }
}
