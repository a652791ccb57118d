// The tray icon: the number of unread conversations on it, and a menu with everything the app does without its window.
import { Menu, nativeImage, nativeTheme, Tray, type MenuItemConstructorOptions } from 'electron'
import { join } from 'node:path'
import type { Say } from '../platform/texts.ts'

interface TrayState {
  unread: number
  isPaused: boolean
}

/** Name of the picture for a state, as the icons are made. */
export function trayImage({ unread, isPaused }: TrayState, platform: NodeJS.Platform, isDark: boolean): string {
  // macOS colours the sign itself and shows the number beside it.
  if (platform === 'darwin') return isPaused ? 'tray-pausedTemplate.png' : 'trayTemplate.png'
  const count = unread > 9 ? '-many' : unread > 0 ? `-${unread}` : ''
  return `tray-${isDark ? 'dark' : 'light'}${isPaused ? '-paused' : count}.png`
}

/** The task bar of Windows has a theme of its own beside that of apps. */
const isBarDark = (): boolean =>
  process.platform === 'win32' ? nativeTheme.shouldUseDarkColorsForSystemIntegratedUI : nativeTheme.shouldUseDarkColors

export interface ShellTray {
  update(state: TrayState): void
}

interface Parts {
  say: Say
  icons: string
  /** Its items now; the same actions are in the app's menu, since some desktops show no tray. */
  actions: () => MenuItemConstructorOptions[]
  open(): void
}

export function createTray({ say, icons, actions, open }: Parts): ShellTray {
  let state: TrayState = { unread: 0, isPaused: false }
  const picture = () => nativeImage.createFromPath(join(icons, trayImage(state, process.platform, isBarDark())))
  const tray = new Tray(picture())
  const words = (): string => {
    if (state.unread === 0) return say('appName')
    return `${say('appName')} — ${say(state.unread === 1 ? 'unreadOne' : 'unreadMany', { count: state.unread })}`
  }
  const draw = (): void => {
    tray.setImage(picture())
    tray.setToolTip(words())
    if (process.platform === 'darwin') tray.setTitle(state.unread > 0 ? String(state.unread) : '')
    // Linux takes a changed menu only as a new one.
    tray.setContextMenu(Menu.buildFromTemplate(actions()))
  }
  tray.on('click', open)
  nativeTheme.on('updated', draw)
  draw()
  return {
    update: (next) => {
      state = next
      draw()
    }
  }
}
