// The app's menu: everything the tray does, since some desktops show no tray, and what every program has.
import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { PauseLength } from '#bridge/notification-channels.ts'
import type { Say } from '../platform/texts.ts'

type Item = MenuItemConstructorOptions

export interface ShellActions {
  open(): void
  openSettings(): void
  pause(length: PauseLength): void
  /** Milliseconds since 1970, or null. */
  pausedUntil(): number | null
  copyDiagnostics(): void
  reload(): void
  zoom(step: 1 | -1 | 0): void
  quit(): void
}

const clock = (at: number): string => new Date(at).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })
const isToday = (at: number): boolean => new Date(at).toDateString() === new Date().toDateString()

function pauseItems({ pause, pausedUntil }: ShellActions, say: Say): Item[] {
  const until = pausedUntil()
  if (until !== null) {
    return [
      {
        id: 'paused',
        label: say(isToday(until) ? 'pausedUntil' : 'pausedUntilTomorrow', { time: clock(until) }),
        enabled: false
      },
      { id: 'resume', label: say('resume'), click: () => pause('none') }
    ]
  }
  return [
    {
      id: 'pause',
      label: say('pause'),
      submenu: [
        { id: 'pause-30', label: say('pause30'), click: () => pause('30-minutes') },
        { id: 'pause-tomorrow', label: say('pauseTomorrow'), click: () => pause('until-tomorrow') }
      ]
    }
  ]
}

/** What the tray offers. */
export function trayItems(actions: ShellActions, say: Say): Item[] {
  return [
    { id: 'open', label: say('open'), click: actions.open },
    { type: 'separator' },
    ...pauseItems(actions, say),
    { id: 'settings', label: say('settings'), click: actions.openSettings },
    { type: 'separator' },
    { id: 'quit', label: say('quit'), click: actions.quit }
  ]
}

/** macOS hides whole programs, and has the keys for it from their menu. */
function hideItems(say: Say): Item[] {
  return [
    { role: 'hide', label: say('hide') },
    { role: 'hideOthers', label: say('hideOthers') },
    { role: 'unhide', label: say('unhide') },
    { type: 'separator' }
  ]
}

function fileItems(actions: ShellActions, say: Say): Item[] {
  return [
    { id: 'open', label: say('open'), click: actions.open },
    { id: 'settings', label: say('settings'), accelerator: 'CmdOrCtrl+,', click: actions.openSettings },
    ...pauseItems(actions, say),
    { type: 'separator' },
    { id: 'diagnostics', label: say('diagnostics'), click: actions.copyDiagnostics },
    { type: 'separator' },
    ...(process.platform === 'darwin' ? hideItems(say) : []),
    { id: 'quit', label: say('quit'), accelerator: 'CmdOrCtrl+Q', click: actions.quit }
  ]
}

function editItems(say: Say): Item[] {
  return [
    { role: 'undo', label: say('undo') },
    { role: 'redo', label: say('redo') },
    { type: 'separator' },
    { role: 'cut', label: say('cut') },
    { role: 'copy', label: say('copy') },
    { role: 'paste', label: say('paste') },
    { role: 'selectAll', label: say('selectAll') }
  ]
}

function viewItems({ reload, zoom }: ShellActions, say: Say): Item[] {
  return [
    { id: 'reload', label: say('reload'), accelerator: 'CmdOrCtrl+R', click: reload },
    { type: 'separator' },
    { id: 'zoom-in', label: say('zoomIn'), accelerator: 'CmdOrCtrl+Plus', click: () => zoom(1) },
    // The same key without Shift, which is how people press it.
    { id: 'zoom-in-plain', label: say('zoomIn'), accelerator: 'CmdOrCtrl+=', visible: false, click: () => zoom(1) },
    { id: 'zoom-out', label: say('zoomOut'), accelerator: 'CmdOrCtrl+-', click: () => zoom(-1) },
    { id: 'zoom-reset', label: say('zoomReset'), accelerator: 'CmdOrCtrl+0', click: () => zoom(0) },
    { type: 'separator' },
    { role: 'togglefullscreen', label: say('fullScreen') }
  ]
}

function windowItems(say: Say): Item[] {
  return [
    { role: 'minimize', label: say('minimize') },
    { role: 'close', label: say('close') }
  ]
}

/** Builds the menu as it is now; to be called again when a word or a state in it changes. */
export function setAppMenu(actions: ShellActions, say: Say): void {
  return Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { label: process.platform === 'darwin' ? say('appName') : say('file'), submenu: fileItems(actions, say) },
      { label: say('edit'), submenu: editItems(say) },
      { label: say('view'), submenu: viewItems(actions, say) },
      { label: say('window'), submenu: windowItems(say) }
    ])
  )
}
