// The program: one instance, the scheme before the app is ready, links from outside, then the shell.
import { app } from 'electron'
import { join } from 'node:path'
import { registerScheme } from '../window/app-protocol.ts'
import { collectCrashReports, watchErrors } from './crashes.ts'
import { claimLinks, codeOfLink, linkIn, pathOfLink } from '../system/deep-link.ts'
import { appId, appImage, dataHome, desktopEntry } from '../platform/env.ts'
import { openLog } from '../platform/log.ts'
import { hiddenFlag } from '../system/start-at-login.ts'
import { startShell, type Shell } from './start.ts'

/** A link that came before the shell was there. */
let early: string | null = linkIn(process.argv)
let shell: Shell | null = null

function follow(link: string): void {
  const path = pathOfLink(link)
  const code = codeOfLink(link)
  if (shell === null) early = link
  else if (code !== null) shell.finishBrowserLogin(code)
  else if (path === null) shell.show()
  else shell.open(path)
}

async function begin(): Promise<void> {
  collectCrashReports()
  const log = openLog(app.getPath('logs'))
  watchErrors(log)
  app.on('second-instance', (_event, argv) => {
    const link = linkIn(argv)
    if (link !== null) follow(link)
    else if (!argv.includes(hiddenFlag)) shell?.show()
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    follow(url)
  })
  // `whenReady` keeps to itself which notification has started the app.
  const launched = new Promise<unknown>((resolve) => {
    app.once('ready', (_event, info) => resolve(info))
  })
  await app.whenReady()
  const launchInfo = await launched
  log.info('started', { version: app.getVersion(), electron: process.versions.electron, platform: process.platform })
  const image =
    appImage !== undefined && desktopEntry !== undefined
      ? { program: appImage, entry: desktopEntry, dataHome: dataHome ?? join(app.getPath('home'), '.local', 'share') }
      : null
  claimLinks(image, log)
  shell = startShell(log, launchInfo)
  if (early !== null) follow(early)
}

registerScheme()
app.enableSandbox()
// Chromium would lay pictures and voice notes of customers on the disk as they are. What this computer keeps is encrypted.
app.commandLine.appendSwitch('disable-http-cache')
app.setAppUserModelId(appId)
// Whoever comes second has handed its arguments to the first and leaves.
if (app.requestSingleInstanceLock()) void begin()
else app.quit()
