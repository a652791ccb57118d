// The app's life: paths and facts, ready, the single instance, quitting in Electron's order.
import { mkdirSync } from 'node:fs'
import { appEvents, appPath, chosenPaths, life, manifest, pathOf, switchValue } from './app-state.ts'
import { BrowserWindow } from '../browser-window.ts'
import { closeBrowser } from '../chromium.ts'
import { hasLock, releaseLock, takeLock } from './instance-lock.ts'
import type { WebContents } from '../web-contents.ts'
import { like, preventable, strict, withEvents } from '../strict.ts'

const protocolClients = new Set<string>()
let loginItem: Electron.Settings = { openAtLogin: false }
let ready: Promise<void> | undefined

function whenReady(): Promise<void> {
  ready ??= new Promise((resolve) =>
    setImmediate(() => {
      life.isReady = true
      appEvents.emit('ready', {}, {})
      resolve()
    })
  )
  return ready
}

async function leave(): Promise<void> {
  releaseLock()
  await closeBrowser()
  process.exit(life.exitCode)
}

/** True when nothing of the app has prevented it from quitting. */
async function closeEverything(): Promise<boolean> {
  const before = preventable({})
  appEvents.emit('before-quit', before)
  if (before.defaultPrevented) return false
  for (const window of BrowserWindow.getAllWindows()) {
    window.close()
    if (!window.isDestroyed() && !(await window.hostClosed())) return false
  }
  const will = preventable({})
  appEvents.emit('will-quit', will)
  return !will.defaultPrevented
}

async function quit(): Promise<void> {
  if (life.isQuitting) return
  life.isQuitting = true
  life.isQuitting = await closeEverything()
  if (!life.isQuitting) return
  appEvents.emit('quit', {}, life.exitCode)
  await leave()
}

appEvents.on('host-last-window-closed', () => {
  if (appEvents.listenerCount('window-all-closed') > 0) appEvents.emit('window-all-closed')
  else void quit()
})

const appended = new Map<string, string>()
const commandLine = strict('app.commandLine', {
  hasSwitch: (name: string) =>
    appended.has(name) || process.argv.some((one) => one === `--${name}` || one.startsWith(`--${name}=`)),
  getSwitchValue: (name: string) => appended.get(name) ?? switchValue(name) ?? '',
  // Chromium reads them when it starts: those that come later change nothing.
  appendSwitch: (name: string, value = '') => {
    if (!life.isReady) appended.set(name, value)
  },
  appendArgument: () => {},
  removeSwitch: () => {}
}) satisfies Electron.CommandLine

type Keys =
  | 'whenReady'
  | 'isReady'
  | 'isPackaged'
  | 'getVersion'
  | 'getName'
  | 'setName'
  | 'getPath'
  | 'setPath'
  | 'getAppPath'
  | 'getLocale'
  | 'getPreferredSystemLanguages'
  | 'getSystemLocale'
  | 'setAboutPanelOptions'
  | 'setBadgeCount'
  | 'getBadgeCount'
  | 'setAsDefaultProtocolClient'
  | 'removeAsDefaultProtocolClient'
  | 'isDefaultProtocolClient'
  | 'setLoginItemSettings'
  | 'getLoginItemSettings'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'setAppUserModelId'
  | 'enableSandbox'
  | 'commandLine'
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'getGPUFeatureStatus'

const values = {
  isPackaged: false,
  dock: undefined,
  commandLine,
  whenReady,
  isReady: () => life.isReady,
  getVersion: () => manifest.version,
  getName: () => life.name,
  setName: (name: string) => {
    life.name = name
  },
  getAppPath: () => appPath,
  getPath: (name: Parameters<Electron.App['getPath']>[0]) => {
    const path = pathOf(name)
    if (name === 'userData') mkdirSync(path, { recursive: true })
    return path
  },
  setPath: (name: string, path: string) => void chosenPaths.set(name, path),
  getLocale: () => 'en-US',
  getSystemLocale: () => 'en-US',
  getPreferredSystemLanguages: () => [process.env['ELECTRON_HOST_LANGUAGE'] ?? 'pt-BR'],
  setAboutPanelOptions: (_options: Electron.AboutPanelOptionsOptions) => {},
  setAppUserModelId: (_id: string) => {},
  enableSandbox: () => {},
  setBadgeCount: (count = 0) => {
    life.badgeCount = count
    return true
  },
  getBadgeCount: () => life.badgeCount,
  setAsDefaultProtocolClient: (scheme: string) => {
    protocolClients.add(scheme)
    return true
  },
  removeAsDefaultProtocolClient: (scheme: string) => protocolClients.delete(scheme),
  isDefaultProtocolClient: (scheme: string) => protocolClients.has(scheme),
  setLoginItemSettings: (settings: Electron.Settings) => {
    loginItem = settings
  },
  getLoginItemSettings: (): Electron.LoginItemSettings => {
    const openAtLogin = loginItem.openAtLogin ?? false
    return {
      openAtLogin,
      wasOpenedAtLogin: false,
      status: openAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: openAtLogin,
      launchItems: []
    }
  },
  getGPUFeatureStatus: () => ({ gpu_compositing: 'disabled_software' }) as unknown as Electron.GPUFeatureStatus,
  requestSingleInstanceLock: (data: Record<any, any> = {}) => takeLock(data, whenReady),
  hasSingleInstanceLock: hasLock,
  releaseSingleInstanceLock: releaseLock,
  relaunch: () => {},
  quit: () => void quit(),
  exit: (code = 0) => {
    life.exitCode = code
    void leave()
  }
}

/** The host's windows come with events of the host's own types. */
interface OwnEvents {
  on(event: 'web-contents-created', listener: (event: object, contents: WebContents) => void): unknown
}
export const app = withEvents<OwnEvents>()(
  like<Electron.App, Keys, 'on' | 'once' | 'off' | 'emit'>()(strict('app', Object.assign(appEvents, values)))
)
