// Links of the app's own scheme, `guiche://tickets/{uuid}`, from browsers, mails and other programs.
import { app } from 'electron'
import { resolve } from 'node:path'

const scheme = 'guiche'
const ticketLink = /^guiche:\/\/tickets\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i

/** The console's path that a link means, or null: anybody can write such a link, so that only known ones count. */
export const pathOfLink = (link: string): string | null => {
  const uuid = ticketLink.exec(link)?.[1]
  return uuid === undefined ? null : `/tickets/${uuid.toLowerCase()}`
}

/** The link among a program's arguments, or null. */
export const linkIn = (argv: readonly string[]): string | null =>
  argv.find((argument) => argument.toLowerCase().startsWith(`${scheme}://`)) ?? null

/** Makes the system hand such links to this app. */
export const claimLinks = (): void => {
  const [program, script] = process.argv
  // Unpackaged, the program is Electron itself and wants to know which app to run.
  if (process.defaultApp && program !== undefined && script !== undefined) {
    app.setAsDefaultProtocolClient(scheme, program, [resolve(script)])
  } else app.setAsDefaultProtocolClient(scheme)
}
