// Starts the built app in the host for a test, in a profile of its own; everything is gone when the test ends.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { Page } from 'playwright'
import { launch, type DesktopApp } from '#host/launch.ts'
import { builtApp } from './built-app.ts'

export interface Started {
  app: DesktopApp
  page: Page
  /** The profile's folder. */
  data: string
  home: string
  /** Asks over the bridge as the console does. */
  invoke(name: string, ...args: unknown[]): Promise<any>
  /** Everything the profile has on disk, as text. */
  disk(): string
}

interface Options {
  settings?: Record<string, unknown>
  args?: string[]
  env?: Record<string, string>
  /** A profile that another start has left. */
  home?: string
  /** When it ends: with the test, or with `afterAll` for an app that several tests share. */
  later?: (end: () => Promise<void> | void) => void
}

/** A home folder with nothing in it: no keychain, no session bus. */
export function makeHome(later: NonNullable<Options['later']> = onTestFinished): string {
  const home = mkdtempSync(join(tmpdir(), 'guiche-shell-'))
  mkdirSync(join(home, 'Downloads'))
  later(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}

function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

export async function startApp(options: Options = {}): Promise<Started> {
  const { settings, args = [], env = {}, later = onTestFinished } = options
  const home = options.home ?? makeHome(later)
  const data = join(home, 'data')
  mkdirSync(data, { recursive: true })
  if (settings) writeFileSync(join(data, 'settings.json'), JSON.stringify(settings))
  const app = await launch({
    app: await builtApp(),
    args: [`--user-data-dir=${data}`, ...args],
    env: {
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
      GUICHE_MANAGED_CONFIG: join(home, 'managed.json'),
      ...env
    }
  })
  later(() => app.close())
  const page = await app.firstWindow()
  await page.waitForSelector('#root > *', { state: 'attached', timeout: 60_000 })
  // The console may stand before its window is shown; a test that hides it by then would see it appear afterwards.
  const isShown = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() === true)
  if (!args.includes('--hidden')) await vi.waitUntil(isShown, { timeout: 60_000 })
  return {
    app,
    page,
    data,
    home,
    invoke: (name, ...given) =>
      page.evaluate(([channel, sent]) => (window as any).guiche.invoke(channel, sent), [name, given] as const),
    disk: () => readAll(data)
  }
}
