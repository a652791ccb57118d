// Links of the app's own scheme, from browsers, mails and other programs: `guiche://tickets/{uuid}`, `guiche://login/{code}`.
import { app } from 'electron'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import { desktopText } from './desktop-entry.ts'
import { productTitle } from '../platform/env.ts'
import { factsOf, type Log } from '../platform/log.ts'

const scheme = 'guiche'
const ticketLink = /^guiche:\/\/tickets\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i
const loginLink = /^guiche:\/\/login\/([\w-]{20,4000}\.[\w-]{20,200})\/?$/i

/** The console's path that a link means, or null: anybody can write such a link, so that only known ones count. */
export function pathOfLink(link: string): string | null {
  const uuid = ticketLink.exec(link)?.[1]
  return uuid === undefined ? null : ticketPage(uuid.toLowerCase())
}

/** The code that a browser hands over for a login, or null. It opens nothing for who did not ask for it. */
export const codeOfLink = (link: string): string | null => loginLink.exec(link)?.[1] ?? null

/** The link among a program's arguments, or null. */
export const linkIn = (argv: readonly string[]): string | null =>
  argv.find((argument) => argument.toLowerCase().startsWith(`${scheme}://`)) ?? null

/** Marks an entry as ours: one that another program has made for the image stays as it is. */
const mark = 'X-Guiche-Links=true'

export interface ImageLocation {
  /** Path of the AppImage. */
  program: string
  /** Name of the entry that Electron tells the system to hand links to. */
  entry: string
  /** Folder of what programs have for the person. */
  dataHome: string
}

/** An AppImage comes without an installer that makes it known: without this entry the system would know of no such program. */
export function writeLinkEntry({ program, entry, dataHome }: ImageLocation): void {
  const folder = join(dataHome, 'applications')
  const file = join(folder, entry)
  if (existsSync(file) && !readFileSync(file, 'utf8').includes(mark)) return
  mkdirSync(folder, { recursive: true })
  const lines = ['NoDisplay=true', `MimeType=x-scheme-handler/${scheme};`, mark]
  writeFileSync(file, desktopText(productTitle, program, '%u', lines))
}

/** Makes the system hand such links to this app; `image` where it runs from an AppImage. */
export function claimLinks(image: ImageLocation | null, log: Log): void {
  const [program, script] = process.argv
  try {
    if (image !== null) writeLinkEntry(image)
  } catch (error) {
    log.warn('links not made known', factsOf(error))
  }
  // Unpackaged, the program is Electron itself and wants to know which app to run.
  if (process.defaultApp && program !== undefined && script !== undefined) {
    app.setAsDefaultProtocolClient(scheme, program, [resolve(script)])
  } else app.setAsDefaultProtocolClient(scheme)
}
