// Parts of the system that have no face: files and links, dialogs, clipboard, power, theme, screens, shortcuts, crashes.
import { EventEmitter } from 'node:events'
import { like, strict } from '../strict.ts'

type ShellKeys = 'openExternal' | 'openPath' | 'showItemInFolder' | 'beep'
export const shell = like<Electron.Shell, ShellKeys>()(
  strict('shell', {
    openExternal: async () => {},
    openPath: async () => '',
    showItemInFolder: () => {},
    beep: () => {}
  })
)

type DialogKeys = 'showErrorBox'
export const dialog = like<Electron.Dialog, DialogKeys, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox'>()(
  strict('dialog', {
    showOpenDialog: async () => ({ canceled: true, filePaths: [] as string[] }),
    showSaveDialog: async () => ({ canceled: true, filePath: '' }),
    showMessageBox: async () => ({ response: 0, checkboxChecked: false }),
    showErrorBox: () => {}
  })
)

let clip = ''
export const clipboard = like<Electron.Clipboard, 'readText' | 'writeText' | 'clear'>()(
  strict('clipboard', {
    readText: async () => clip,
    writeText: async (text: string) => {
      clip = text
    },
    clear: () => {
      clip = ''
    }
  })
)

type PowerKeys = 'getSystemIdleTime' | 'getSystemIdleState' | 'isOnBatteryPower'
export const powerMonitor = like<Electron.PowerMonitor, PowerKeys, 'on' | 'once' | 'off' | 'emit'>()(
  strict(
    'powerMonitor',
    Object.assign(new EventEmitter(), {
      getSystemIdleTime: () => 0,
      getSystemIdleState: () => 'active' as const,
      isOnBatteryPower: () => false
    })
  )
)

export const nativeTheme = strict(
  'nativeTheme',
  Object.assign(new EventEmitter(), {
    shouldUseDarkColors: false,
    shouldUseDarkColorsForSystemIntegratedUI: false,
    themeSource: 'system' as 'system' | 'light' | 'dark'
  })
) satisfies Pick<Electron.NativeTheme, 'themeSource'>

const area = { x: 0, y: 0, width: 1920, height: 1080 }
const display = { id: 1, scaleFactor: 1, bounds: area, workArea: area, workAreaSize: { width: 1920, height: 1080 } }
export const screen = strict(
  'screen',
  Object.assign(new EventEmitter(), { getPrimaryDisplay: () => display, getAllDisplays: () => [display] })
)

const accelerators = new Map<string, () => void>()
type ShortcutKeys = 'register' | 'unregister' | 'unregisterAll' | 'isRegistered'
export const globalShortcut = like<Electron.GlobalShortcut, ShortcutKeys>()(
  strict('globalShortcut', {
    register: (keys: string, fn: () => void) => {
      if (accelerators.has(keys)) return false
      accelerators.set(keys, fn)
      return true
    },
    unregister: (keys: string) => void accelerators.delete(keys),
    unregisterAll: () => accelerators.clear(),
    isRegistered: (keys: string) => accelerators.has(keys),
    hostPress: (keys: string) => accelerators.get(keys)?.()
  })
)

export const crashReporter = like<Electron.CrashReporter, 'start' | 'addExtraParameter'>()(
  strict('crashReporter', {
    start: (options: Electron.CrashReporterStartOptions) => {
      if (options.uploadToServer) throw new Error('electron-host: crash reports stay on this computer')
    },
    addExtraParameter: (_key: string, _value: string) => {}
  })
)

/** The system's own updater does nothing here; packages that update in other ways announce quitting by its events. */
export const autoUpdater = like<Electron.AutoUpdater, never, 'on' | 'once' | 'off' | 'emit'>()(
  strict('autoUpdater', new EventEmitter())
)
