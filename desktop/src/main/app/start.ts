// Puts the shell together: every part gets what it needs and knows nothing of the others.
import { app, clipboard, session } from 'electron'
import { join } from 'node:path'
import { pages, ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import { downloadChanged } from '#bridge/download-channels.ts'
import { keepingChanged } from '#bridge/login-channels.ts'
import { intentsWaiting, pauseChanged } from '#bridge/notification-channels.ts'
import { preferencesChanged } from '#bridge/preference-channels.ts'
import { woke } from '#bridge/shell-channels.ts'
import { updateChanged } from '#bridge/update-channels.ts'
import { answerConsole } from '../ipc/answer-console.ts'
import type { ShellActions } from '../window/app-menu.ts'
import { serveApp } from '../window/app-protocol.ts'
import { checkServer } from '../login/check-server.ts'
import { onEarlierNotifications } from '../notifications/cold-start.ts'
import { contentPolicy } from '../window/content-policy.ts'
import { showContextMenus } from '../window/context-menu.ts'
import { diagnosticsText } from './diagnostics.ts'
import { watchDownloads } from '../window/downloads.ts'
import { appImage, builtInServer, edition, managedConfigPath, productTitle, programData } from './env.ts'
import { createIntents } from '../system/intents.ts'
import { tell } from '../ipc/ipc.ts'
import { createSnapshotStore } from '../offline/snapshot-store.ts'
import { createCachedMedia } from '../offline/cached-media.ts'
import { keychainStorage } from '../login/keychain-storage.ts'
import { lockWindows } from '../window/locks.ts'
import { factsOf, type Log } from './log.ts'
import { createLoginStore } from '../login/login-store.ts'
import { chooseConfigFile, managedConfigFile, readManagedConfig } from './managed-config.ts'
import { createNotificationImages } from '../notifications/notification-images.ts'
import { createNotifications } from '../notifications/notifications.ts'
import { createPause } from '../notifications/pause.ts'
import { guardPermissions } from '../window/permissions.ts'
import { introduceToPlayer } from '../window/player-referrer.ts'
import { watchPower } from '../system/power.ts'
import { createReplies } from '../notifications/replies.ts'
import { sealedStorage } from '../login/sealed-storage.ts'
import { memoryStorage } from '../login/secret-storage.ts'
import { createSecureStore } from '../login/secure-store.ts'
import { createServerFiles } from '../login/server-files.ts'
import { sendRequest } from '../login/server-request.ts'
import { createServers } from '../login/servers.ts'
import { openSettings, preferencesOf } from './settings.ts'
import { setSpelling } from '../window/spelling.ts'
import { renewStartAtLogin, setStartAtLogin, wasStartedHidden } from '../system/start-at-login.ts'
import { startUpdates } from '../updates/start-updates.ts'
import { createStatusDisplay } from '../notifications/status-display.ts'
import { languageOf, speaker } from './texts.ts'
import { createWindow } from '../window/window.ts'

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
}

/** Starts the shell; the app has to be ready, and `launchInfo` is what that came with. */
export function startShell(log: Log, launchInfo: unknown): Shell {
  const settings = openSettings()
  const managedConfig = chooseConfigFile(managedConfigFile(process.platform, programData), managedConfigPath)
  const managed = readManagedConfig(managedConfig, log)
  const servers = createServers(settings, managed.server ?? builtInServer)
  const files = createServerFiles(servers, settings)
  const secrets = createSecureStore([keychainStorage(app.getName()), sealedStorage(), memoryStorage()], log)
  const keeper = createLoginStore({ server: servers.current, send: sendRequest, secrets, settings, log })
  const kept = createSnapshotStore({ folder: app.getPath('userData'), server: servers.current, secrets, log })
  // The page takes a while to ask for it, and the keychain a while to answer.
  kept.warmUp().catch((error: unknown) => log.warn('kept data not warmed up', factsOf(error)))
  const language = () => settings.read('language') ?? languageOf(app.getPreferredSystemLanguages())
  const say = speaker(language)
  const pause = createPause(settings)
  const { defaultSession } = session
  const check = (typed: string) => checkServer(sendRequest, app.getVersion(), typed)

  const media = createCachedMedia({ kept, send: sendRequest, isServerFile: files.isFile, log })
  serveApp(places.console, () => contentPolicy(files.origins()), media)
  guardPermissions(defaultSession, log)
  introduceToPlayer(defaultSession, servers.current)
  lockWindows({ isServerFile: files.isFile, log })

  const page = () => window.present()?.webContents
  const intents = createIntents(() => tell(page(), intentsWaiting, {}))
  const open = (path: string): void => {
    window.show()
    intents.add({ kind: 'open', path })
  }
  const sayOfReply = (key: 'replyWaits' | 'replyRefused') => (text: string) =>
    notifications.tell(say(key), text, () => window.show())
  const replies = createReplies({
    kept,
    isKept: keeper.isKept,
    tell: () => tell(page(), intentsWaiting, {}),
    sayWaiting: sayOfReply('replyWaits'),
    sayRefused: sayOfReply('replyRefused'),
    log
  })
  const reply = (ticket: string, ticketId: number | null, text: string): void => {
    if (text.trim() === '') return
    replies.add(ticket, ticketId, text).catch((error: unknown) => log.error('reply not kept', factsOf(error)))
  }
  const applySpelling = () => setSpelling(defaultSession, preferencesOf(settings).spelling)
  const spelling = {
    languages: () => preferencesOf(settings).spelling,
    change: (languages: ReturnType<typeof preferencesOf>['spelling']) => {
      settings.write('spelling', languages)
      applySpelling()
      tell(page(), preferencesChanged, preferencesOf(settings))
    }
  }
  const explainTray = (): void => {
    if (settings.read('knowsTray')) return
    settings.write('knowsTray', true)
    notifications.tell(say('trayTitle'), say('trayText'), () => window.show())
  }
  let isLockSaid = false
  /** The window says it itself; without one the desk would be silent for no visible reason. */
  const sayLocked = (): void => {
    if (isLockSaid || window.present()?.isVisible() === true) return
    isLockSaid = true
    notifications.tell(say('lockedTitle'), say('lockedText'), () => window.show())
  }
  const window = createWindow({
    settings,
    log,
    preload: places.preload,
    icon: join(places.icons, 'app.png'),
    title: productTitle,
    isHidden: wasStartedHidden(),
    onHidden: explainTray,
    onCreated: (made) => {
      showContextMenus(made.webContents, spelling, say)
      made.on('show', () => status.windowShown())
      made.on('restore', () => status.windowShown())
    }
  })
  const notifications = createNotifications({
    platform: process.platform,
    say,
    log,
    preferences: () => preferencesOf(settings),
    isPaused: () => pause.until() !== null,
    isLookingAt: window.isLookingAt,
    findPicture: createNotificationImages(sendRequest, files.isFile),
    open,
    reply
  })
  const copyDiagnostics = async (): Promise<void> => {
    const state = {
      edition,
      server: servers.current(),
      isServerFixed: servers.isFixed,
      isSignedIn: keeper.isKept(),
      keeping: secrets.keeping(),
      language: language(),
      preferences: preferencesOf(settings)
    }
    await clipboard.writeText(diagnosticsText(state, log))
  }
  const actions: ShellActions = {
    open: () => window.show(),
    openSettings: () => open(pages.desktop),
    pause: (length) => void pause.begin(length),
    pausedUntil: pause.until,
    copyDiagnostics: () => void copyDiagnostics(),
    reload: () => window.present()?.webContents.reload(),
    zoom: window.changeZoom,
    quit: () => app.quit()
  }
  const status = createStatusDisplay({ say, icons: places.icons, actions, window: window.present, log })
  const downloads = watchDownloads(defaultSession, {
    mayDownload: files.mayDownload,
    askWhereToSave: () => settings.read('askWhereToSave'),
    onChange: (download) => tell(page(), downloadChanged, download),
    onProgress: (fraction) => window.present()?.setProgressBar(fraction),
    log
  })

  answerConsole({
    settings,
    servers,
    files,
    keeper,
    secrets,
    kept,
    notifications,
    status,
    pause,
    intents,
    replies,
    downloads,
    log,
    language,
    check,
    restart: window.load,
    copyDiagnostics,
    wipeCache: () => defaultSession.clearCache().catch((error: unknown) => log.warn('cache not wiped', factsOf(error))),
    apply: ({ startAtLogin, spelling: languages }) => {
      if (startAtLogin !== undefined) setStartAtLogin(startAtLogin, appImage)
      if (languages) applySpelling()
    },
    sayLocked,
    languageChanged: () => {
      status.refresh()
      applySpelling()
    }
  })
  secrets.onKeeping((keeping) => tell(page(), keepingChanged, { keeping }))
  pause.onChange((until) => {
    status.refresh()
    tell(page(), pauseChanged, { until })
  })
  watchPower(
    {
      onWake: () => tell(page(), woke, {}),
      onUnlock: () => {
        void keeper.settle().then(() => kept.lookAgain(false))
        tell(page(), woke, {})
      }
    },
    log
  )
  startUpdates({
    managed,
    appImage,
    isPagePresent: () => page() !== undefined,
    onChange: (state) => tell(page(), updateChanged, state),
    log
  })
  onEarlierNotifications(
    process.platform,
    {
      open: (ticket) => open(ticketPage(ticket)),
      reply: (ticket, text) => reply(ticket, null, text)
    },
    launchInfo,
    log
  )
  applySpelling()
  renewStartAtLogin(settings.read('startAtLogin'), appImage, log)
  // What stays in the Action Center would never leave: nothing there knows when it is read.
  if (process.platform === 'win32') app.on('will-quit', notifications.clear)
  app.on('activate', () => window.show())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') return app.quit()
    // Nobody counts any more: an old number would stay in the dock.
    status.setUnread(0)
  })
  return { show: window.show, open }
}
