// The answers to the console's questions, subject by subject.
import { app, shell } from 'electron'
import * as diagnostics from '#bridge/diagnostics-channels.ts'
import * as downloadChannels from '#bridge/download-channels.ts'
import * as login from '#bridge/login-channels.ts'
import * as notification from '#bridge/notification-channels.ts'
import * as preference from '#bridge/preference-channels.ts'
import * as serverChannels from '#bridge/server-channels.ts'
import * as start from '#bridge/shell-channels.ts'
import type { Downloads } from './downloads.ts'
import type { Intents } from './intents.ts'
import { answer } from './ipc.ts'
import type { Log } from './log.ts'
import type { LoginKeeper } from './login-keeper.ts'
import type { Notifications } from './notifications.ts'
import type { Pause } from './pause.ts'
import type { SecureStore } from './secure-store.ts'
import type { ServerFiles } from './server-files.ts'
import type { Servers } from './servers.ts'
import { preferencesOf, type Settings } from './settings.ts'
import type { StatusDisplay } from './status-display.ts'

export interface ShellParts {
  settings: Settings
  servers: Servers
  files: ServerFiles
  keeper: LoginKeeper
  secrets: SecureStore
  notifications: Notifications
  status: StatusDisplay
  pause: Pause
  intents: Intents
  downloads: Downloads
  log: Log
  language(): start.ShellLanguage
  /** Looks at an address over the network. */
  check(typed: string): Promise<serverChannels.CheckedServer>
  /** Loads the console anew. */
  restart(): void
  copyDiagnostics(): Promise<void>
  /** Does what a changed preference means for the system. */
  apply(changed: Partial<preference.Preferences>): void
  languageChanged(): void
}

const answerStart = (parts: ShellParts): void => {
  answer(start.startConsole, () => {
    const server = parts.servers.current()
    return {
      version: app.getVersion(),
      platform: process.platform,
      server,
      isServerFixed: parts.servers.isFixed,
      login: parts.keeper.isKept() ? ('kept' as const) : ('none' as const),
      keeping: parts.secrets.keeping(),
      language: parts.language(),
      pausedUntil: parts.pause.until()
    }
  })
  answer(start.tellLanguage, (language) => {
    parts.settings.write('language', language)
    parts.languageChanged()
  })
}

const answerLogin = ({ keeper, notifications, status }: ShellParts): void => {
  const leave = (): void => {
    notifications.clear()
    status.setUnread(0)
  }
  answer(login.signInThere, (credentials) => keeper.signIn(credentials))
  answer(login.renewThere, () => keeper.renew())
  answer(login.signOutThere, async () => {
    leave()
    await keeper.signOut()
  })
  answer(login.forgetLogin, async () => {
    leave()
    await keeper.forget()
  })
}

const answerServers = (parts: ShellParts): void => {
  const { servers, files, keeper, notifications, status } = parts
  answer(serverChannels.listServers, () => servers.list())
  answer(serverChannels.checkServer, async (typed) => {
    const checked = await parts.check(typed)
    if (checked.ok && checked.address === servers.current()) files.learn(checked.address, checked.linkOrigin)
    return checked
  })
  answer(serverChannels.useServer, async (typed) => {
    const checked = await parts.check(typed)
    if (!checked.ok) return checked
    servers.use(checked.address)
    files.learn(checked.address, checked.linkOrigin)
    notifications.clear()
    status.setUnread(0)
    // After the answer has left: with the page goes whoever waits for it.
    setImmediate(() => parts.restart())
    return checked
  })
  answer(serverChannels.removeServer, async (address) => {
    if (address !== servers.current()) await keeper.forget(address)
    servers.remove(address)
    return servers.list()
  })
}

const answerNotifications = ({ notifications, status, pause, intents }: ShellParts): void => {
  answer(notification.showNotification, (words) => notifications.show(words))
  answer(notification.tellUnread, ({ count, tickets }) => {
    status.setUnread(count)
    notifications.setUnread(tickets)
  })
  answer(notification.testNotification, () => notifications.test())
  answer(notification.pauseNotifications, (length) => ({ until: pause.begin(length) }))
  answer(notification.takeIntents, () => intents.take())
}

const answerPreferences = (parts: ShellParts): void => {
  const { settings } = parts
  answer(preference.readPreferences, () => preferencesOf(settings))
  answer(preference.changePreferences, (changed) => {
    for (const [key, value] of Object.entries(changed)) settings.write(key as keyof typeof changed, value)
    parts.apply(changed)
    return preferencesOf(settings)
  })
}

const answerFiles = ({ downloads, log, copyDiagnostics }: ShellParts): void => {
  answer(downloadChannels.listDownloads, () => downloads.list())
  answer(downloadChannels.cancelDownload, (id) => downloads.cancel(id))
  answer(downloadChannels.showDownload, (id) => downloads.show(id))
  answer(diagnostics.copyDiagnostics, () => copyDiagnostics())
  answer(diagnostics.showLogs, async () => {
    await shell.openPath(log.folder)
  })
  answer(diagnostics.reportError, ({ kind, name, frames }) => {
    log.error('console error', { kind, name, at: frames.slice(0, 6).join(' | ') })
  })
}

/** Answers every channel of the bridge from now on. */
export const answerConsole = (parts: ShellParts): void => {
  answerStart(parts)
  answerLogin(parts)
  answerServers(parts)
  answerNotifications(parts)
  answerPreferences(parts)
  answerFiles(parts)
}
