// Keeps every window on the console: no navigation away, no new window, no webview. Links open outside; a frame in the
// page holds the player of the help videos or nothing.
import { app, shell, type WebContents } from 'electron'
import { isVideoPlayer } from '@guiche/shared/features/library/helps.ts'
import type { Log } from '../platform/log.ts'
import { isOwnUrl } from '../platform/own-page.ts'

/** Schemes that the system may open: the browser and the mail program, nothing that runs something. */
const outside = new Set(['https:', 'http:', 'mailto:'])

const isOutside = (url: string): boolean => URL.canParse(url) && outside.has(new URL(url).protocol)

interface Navigation {
  url: string
  isMainFrame: boolean
  preventDefault(): void
}

interface Parts {
  /** True for a file of the server in use, which is saved and not opened. */
  isServerFile: (url: string) => boolean
  log: Log
}

function lock(contents: WebContents, { isServerFile, log }: Parts): void {
  const refuse = (event: Navigation) => {
    if (isOwnUrl(event.url) || (!event.isMainFrame && isVideoPlayer(event.url))) return
    event.preventDefault()
    log.warn('navigation refused', { url: event.url })
  }
  contents.on('will-navigate', refuse)
  contents.on('will-frame-navigate', refuse)
  contents.on('will-redirect', refuse)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    if (isServerFile(url)) contents.downloadURL(url)
    else if (isOutside(url)) void shell.openExternal(url)
    else log.warn('window refused', { url })
    return { action: 'deny' }
  })
}

/** Locks every window that comes from now on. */
export function lockWindows(parts: Parts): void {
  app.on('web-contents-created', (_event, contents) => lock(contents, parts))
}
