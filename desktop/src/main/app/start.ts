// Puts the shell together: every part gets what it needs and knows nothing of the others.
import { app, session } from 'electron'
import { join } from 'node:path'
import { downloadChanged } from '#bridge/download-channels.ts'
import { keepingChanged } from '#bridge/login-channels.ts'
import { pauseChanged } from '#bridge/notification-channels.ts'
import { woke } from '#bridge/shell-channels.ts'
import { updateChanged } from '#bridge/update-channels.ts'
import { answerConsole } from '../ipc/answer-console.ts'
import { send } from '../ipc/ipc.ts'
import { sendRequest } from '../login/server-request.ts'
import { createCachedMedia } from '../offline/cached-media.ts'
import { watchPower } from '../system/power.ts'
import { renewStartAtLogin, setStartAtLogin } from '../system/start-at-login.ts'
import { startUpdates } from '../updates/start-updates.ts'
import { watchDownloads } from '../window/downloads.ts'
import { guardPages } from '../window/guard-pages.ts'
import { appImage } from '../platform/env.ts'
import { createFront, type Front } from './front.ts'
import { factsOf, type Log } from '../platform/log.ts'
import { openStores, type Stores } from './stores.ts'

/** The built app's folder, in which this is `shell/main.js`. */
const folder = join(import.meta.dirname, '..')
const places = {
  console: join(folder, 'console'),
  preload: join(folder, 'shell', 'preload.cjs'),
  icons: join(folder, 'icons', 'shell')
}

export interface Shell {
  show(): void
  /** Opens a place of the console, once somebody is signed in. */
  open(path: string): void
  /** Shows the window and signs in whoever began that in the browser. */
  finishBrowserLogin(code: string): void
}

/** Answers the console from now on, and tells it what changes by itself. */
function connectConsole(stores: Stores, front: Front, log: Log): void {
  const { settings, login, kept, language } = stores
  const { page, window, intents, signals, copyDiagnostics } = front
  const { status, pause } = signals
  const { defaultSession } = session
  const downloads = watchDownloads(defaultSession, {
    mayDownload: login.files.mayDownload,
    askWhereToSave: () => settings.read('askWhereToSave'),
    onChange: (download) => send(page(), downloadChanged, download),
    onProgress: (fraction) => window.present()?.setProgressBar(fraction),
    log
  })
  answerConsole({
    settings,
    login,
    kept,
    signals,
    intents,
    downloads,
    log,
    language,
    restart: window.load,
    copyDiagnostics,
    wipeCache: () => defaultSession.clearCache().catch((error: unknown) => log.warn('cache not wiped', factsOf(error))),
    apply: ({ startAtLogin, spelling }) => {
      if (startAtLogin !== undefined) setStartAtLogin(startAtLogin, appImage)
      if (spelling) window.applySpelling()
    },
    languageChanged: () => {
      status.refresh()
      window.applySpelling()
    }
  })
  login.secrets.onKeeping((keeping) => send(page(), keepingChanged, { keeping }))
  pause.onChange((until) => {
    status.refresh()
    send(page(), pauseChanged, { until })
  })
}

/** Follows what the system says: sleep and wake, releases, and notifications that outlived an earlier start. */
function followSystem({ managed, login, kept }: Stores, { page, signals }: Front, launchInfo: unknown, log: Log): void {
  watchPower(
    {
      onWake: () => send(page(), woke, {}),
      onUnlock: () => {
        void login.keeper.settle().then(() => kept.lookAgain(false))
        send(page(), woke, {})
      }
    },
    log
  )
  startUpdates({
    managed,
    appImage,
    isPagePresent: () => page() !== undefined,
    onChange: (state) => send(page(), updateChanged, state),
    log
  })
  signals.followEarlier(launchInfo)
}

/** What becomes of the app when its window comes and goes. */
function followApp({ window, signals: { notifications, status } }: Front): void {
  // What stays in the Action Center would never leave: nothing there knows when it is read.
  if (process.platform === 'win32') app.on('will-quit', notifications.clear)
  app.on('activate', () => window.show())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') return app.quit()
    // Nobody counts any more: an old number would stay in the dock.
    status.setUnread(0)
  })
}

/** Starts the shell; the app has to be ready, and `launchInfo` is what that came with. */
export function startShell(log: Log, launchInfo: unknown): Shell {
  const stores = openStores(log)
  const { settings, login, kept } = stores
  const { servers, files } = login
  guardPages({
    console: places.console,
    server: servers.current,
    origins: files.origins,
    isServerFile: files.isFile,
    media: createCachedMedia({ kept, send: sendRequest, isServerFile: files.isFile, log }),
    log
  })
  const front = createFront(stores, places, log)
  connectConsole(stores, front, log)
  followSystem(stores, front, launchInfo, log)
  front.window.applySpelling()
  renewStartAtLogin(settings.read('startAtLogin'), appImage, log)
  followApp(front)
  const finishBrowserLogin = (code: string): void => {
    front.window.show()
    login.browser.finish(code)
  }
  return { show: front.window.show, open: front.open, finishBrowserLogin }
}
