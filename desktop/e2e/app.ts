// The desktop app as journeys start it: in a profile of its own, without the computer's keychain.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch, type DesktopApp } from '#host/launch.ts'
import { builtApp } from '#main/testing/built-app.ts'
import { TicketsPage } from './tickets-page.ts'

/** A home folder with nothing in it but the folder of the app's data. */
export function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'guiche-journey-'))
  mkdirSync(join(home, 'data'))
  return home
}

/** Starts the app in a home folder, also in one that another start has left. */
export async function startApp(home: string): Promise<{ app: DesktopApp; ticketsPage: TicketsPage }> {
  const app = await launch({
    app: await builtApp(),
    args: [`--user-data-dir=${join(home, 'data')}`],
    env: { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }
  })
  const page = await app.firstWindow()
  page.setDefaultTimeout(60_000)
  return { app, ticketsPage: new TicketsPage(page) }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Everything the app has on the disk, as text. */
export function diskText(home: string): string {
  return filesIn(join(home, 'data'))
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n')
}

/** Milliseconds since 1970 at which the app last wrote down what it shows. */
export const lastSnapshotAt = (home: string): number =>
  Math.max(0, ...filesIn(join(home, 'data/kept')).map((file) => statSync(file).mtimeMs))
