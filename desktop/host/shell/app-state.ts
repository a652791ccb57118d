// What the parts of the host know of the app: its folder, its arguments, and how far along its life it is.
import { EventEmitter } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const appPath = process.env['ELECTRON_HOST_APP'] ?? process.cwd()

const manifestFile = join(appPath, 'package.json')
export const manifest: { name: string; version: string; productName?: string } = existsSync(manifestFile)
  ? JSON.parse(readFileSync(manifestFile, 'utf8'))
  : { name: 'electron-host', version: '0.0.0' }

/** Value of a switch such as `--user-data-dir=…`. */
export const switchValue = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)

/** Everything that `app` emits. */
export const appEvents = new EventEmitter()

export const life = {
  isReady: false,
  isQuitting: false,
  exitCode: 0,
  name: manifest.productName ?? manifest.name,
  badgeCount: 0
}

export const chosenPaths = new Map<string, string>()
const userData = switchValue('user-data-dir')
if (userData !== undefined) chosenPaths.set('userData', resolve(userData))

/** Folder by Electron's name for it. */
export function pathOf(name: string): string {
  const home = homedir()
  const config = process.env['XDG_CONFIG_HOME'] ?? join(home, '.config')
  const usual: Record<string, () => string> = {
    home: () => home,
    appData: () => config,
    temp: tmpdir,
    exe: () => process.execPath,
    desktop: () => join(home, 'Desktop'),
    documents: () => join(home, 'Documents'),
    downloads: () => join(home, 'Downloads'),
    userData: () => join(config, life.name),
    sessionData: () => pathOf('userData'),
    logs: () => join(pathOf('userData'), 'logs'),
    crashDumps: () => join(pathOf('userData'), 'Crashpad')
  }
  const path = chosenPaths.get(name) ?? usual[name]?.()
  if (path === undefined) throw new Error(`Failed to get '${name}' path`)
  return path
}
