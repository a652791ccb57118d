// Starts the app, hidden, when the person signs in to the computer.
import { app } from 'electron'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { desktopText } from './desktop-entry.ts'
import { productTitle } from '../platform/env.ts'
import { factsOf, type Log } from '../platform/log.ts'

/** Argument of a start that shows no window. */
export const hiddenFlag = '--hidden'

/** Inside an AppImage the image itself is the program. */
function writeAutostart(isWanted: boolean, program: string): void {
  const folder = join(app.getPath('appData'), 'autostart')
  const file = join(folder, `${app.getName()}.desktop`)
  if (!isWanted) return rmSync(file, { force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, desktopText(productTitle, program, hiddenFlag, ['X-GNOME-Autostart-enabled=true']))
}

/** `program` is what has to be started, where that is not the running executable. */
export function setStartAtLogin(isWanted: boolean, program = app.getPath('exe')): void {
  if (process.platform === 'linux') writeAutostart(isWanted, program)
  else app.setLoginItemSettings({ openAtLogin: isWanted, args: [hiddenFlag] })
}

/** Brings the entry up to date at a start: an update may have renamed the program that it starts. */
export function renewStartAtLogin(isWanted: boolean, program: string | undefined, log: Log): void {
  if (process.platform !== 'linux' || !isWanted) return
  try {
    setStartAtLogin(true, program)
  } catch (error) {
    log.warn('start at login not renewed', factsOf(error))
  }
}

/** True for a start that nobody asked for by hand. */
export const wasStartedHidden = (): boolean =>
  process.argv.includes(hiddenFlag) || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)
