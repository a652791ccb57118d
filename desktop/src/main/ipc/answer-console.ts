// The answers to the console's questions, subject by subject.
import { app, shell } from 'electron'
import type { Language } from '@guiche/shared/kernel/languages.ts'
import * as diagnostics from '#bridge/diagnostics-channels.ts'
import * as downloadChannels from '#bridge/download-channels.ts'
import * as keptChannels from '#bridge/snapshot-channels.ts'
import * as login from '#bridge/login-channels.ts'
import * as notification from '#bridge/notification-channels.ts'
import * as preference from '#bridge/preference-channels.ts'
import * as serverChannels from '#bridge/server-channels.ts'
import * as start from '#bridge/shell-channels.ts'
import type { Downloads } from '../window/downloads.ts'
import type { Intents } from '../system/intents.ts'
import { handle } from './ipc.ts'
import type { SnapshotStore } from '../offline/snapshot-store.ts'
import { cachedMediaName } from '../offline/cached-media.ts'
import { factsOf, type Log } from '../platform/log.ts'
import { isLocked, personIn } from '../login/login-answer.ts'
import type { Signals } from '../notifications/signals.ts'
import type { Login } from '../login/open-login.ts'
import { preferencesOf, type Settings } from '../platform/settings.ts'

export interface ShellParts {
  settings: Settings
  login: Login
  kept: SnapshotStore
  signals: Signals
  intents: Intents
  downloads: Downloads
  log: Log
  language(): Language
  /** Loads the console anew. */
  restart(): void
  copyDiagnostics(): Promise<void>
  /** Throws away what Chromium keeps of the pages and files it has shown. */
  wipeCache(): Promise<void>
  /** Does what a changed preference means for the system. */
  apply(changed: preference.PreferenceChange): void
  languageChanged(): void
}

function answerStart(parts: ShellParts): void {
  handle(start.startConsole, () => {
    const { servers, keeper, secrets } = parts.login
    const server = servers.current()
    return {
      version: app.getVersion(),
      platform: process.platform,
      server,
      isServerFixed: servers.isFixed,
      login: keeper.isKept() ? ('kept' as const) : ('none' as const),
      keeping: secrets.keeping(),
      language: parts.language(),
      pausedUntil: parts.signals.pause.until()
    }
  })
  handle(start.reportLanguage, (language) => {
    parts.settings.write('language', language)
    parts.languageChanged()
  })
}

function answerLogin(parts: ShellParts): void {
  const { kept, intents, wipeCache, log } = parts
  const { notices, notifications, status, replies } = parts.signals
  const { browser, keeper, secrets } = parts.login
  /** A disk that refuses holds up neither the beginning nor the end of a login. */
  const attempt = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => log.warn('kept data not brought up to date', factsOf(error)))
  const leave = async (): Promise<void> => {
    notifications.clear()
    status.setUnread(0)
    replies.giveUp()
    await attempt(kept.signedOut())
    await wipeCache()
  }
  /** What is kept on the disk belongs to whom the server has just let in, and to nobody once a login is over. */
  const follow = async (answered: login.ServerAnswer): Promise<login.ServerAnswer> => {
    const person = personIn(answered)
    if (person) {
      await attempt(kept.lookAgain(secrets.keeping() === 'keychain'))
      await attempt(kept.signedIn(person))
    } else if (!keeper.isKept()) await leave()
    return answered
  }
  const enter = (answered: login.ServerAnswer) => {
    if (personIn(answered)) replies.giveUp()
    return follow(answered)
  }
  handle(login.signInThere, async (credentials) => enter(await keeper.signIn(credentials)))
  handle(login.finishLoginThere, async (answer) => enter(await keeper.finishLogin(answer)))
  handle(login.browserSignInThere, async () => enter(await browser.begin()))
  handle(login.cancelBrowserSignIn, () => browser.cancel())
  handle(login.renewThere, async () => {
    const answered = await follow(await keeper.renew())
    if (personIn(answered)) await attempt(replies.settle())
    if (isLocked(answered)) notices.sayLocked()
    return answered
  })
  handle(login.signOutThere, async () => {
    intents.clear()
    await leave()
    await keeper.signOut()
  })
  handle(login.deleteLogin, async () => {
    await leave()
    await keeper.forget()
  })
}

function answerSnapshot({ kept, signals: { replies } }: ShellParts): void {
  handle(keptChannels.readSnapshotOnDisk, () => kept.openingSnapshot())
  handle(keptChannels.readSnapshotPart, (owner, part) => kept.read(owner, part))
  handle(keptChannels.dropSnapshotParts, (owner, { parts, media }) =>
    kept.drop(owner, { parts, media: media.filter((url) => URL.canParse(url)).map(cachedMediaName) })
  )
  handle(keptChannels.writeSnapshotPart, (owner, part, text) => kept.write(owner, part, text))
  handle(keptChannels.listPending, (owner) => kept.waiting(owner, (room) => room.list()))
  handle(keptChannels.storePending, (owner, id, text) => kept.waiting(owner, (room) => room.keep(id, text)))
  handle(keptChannels.dropPending, (owner, id) => kept.waiting(owner, (room) => room.drop(id)))
  handle(keptChannels.storePendingFile, (owner, id, bytes) => kept.waiting(owner, (room) => room.storeFile(id, bytes)))
  handle(keptChannels.readPendingFile, (owner, id) => kept.waiting(owner, (room) => room.file(id)))
  handle(keptChannels.listReplies, (owner) => replies.list(owner))
  handle(keptChannels.dropReply, (owner, id) => replies.drop(owner, id))
}

function answerServers(parts: ShellParts): void {
  const { kept, intents } = parts
  const { notifications, status, replies } = parts.signals
  const { servers, files, keeper, check } = parts.login
  handle(serverChannels.listServers, () => servers.list())
  handle(serverChannels.checkServer, async (typed) => {
    const checked = await check(typed)
    if (checked.ok && checked.address === servers.current()) files.learn(checked.address, checked.linkOrigin)
    return checked
  })
  handle(serverChannels.useServer, async (typed) => {
    const checked = await check(typed)
    if (!checked.ok) return checked
    servers.use(checked.address)
    files.learn(checked.address, checked.linkOrigin)
    notifications.clear()
    status.setUnread(0)
    intents.clear()
    replies.giveUp()
    // After the answer has left: with the page goes whoever waits for it.
    setImmediate(() => parts.restart())
    return checked
  })
  handle(serverChannels.removeServer, async (address) => {
    if (address !== servers.current()) {
      await keeper.forget(address)
      await kept.forgetServer(address)
    }
    servers.remove(address)
    return servers.list()
  })
}

function answerNotifications({ signals, intents }: ShellParts): void {
  const { notifications, status, pause, replies } = signals
  handle(notification.showNotification, async (words) => {
    await replies.noteShown(words.ticket)
    await notifications.show(words)
  })
  handle(notification.showStatusNotification, (words) => notifications.showStatus(words))
  handle(notification.reportUnread, ({ count, tickets }) => {
    status.setUnread(count)
    notifications.setUnread(tickets)
  })
  handle(notification.testNotification, () => notifications.test())
  handle(notification.pauseNotifications, (length) => ({ until: pause.begin(length) }))
  handle(notification.takeIntents, () => intents.take())
}

function answerPreferences(parts: ShellParts): void {
  const { settings } = parts
  handle(preference.readPreferences, () => preferencesOf(settings))
  handle(preference.changePreferences, (changed) => {
    for (const [key, value] of Object.entries(changed))
      if (value !== undefined) settings.write(key as keyof typeof changed, value)
    parts.apply(changed)
    return preferencesOf(settings)
  })
}

function answerFiles({ downloads, log, copyDiagnostics }: ShellParts): void {
  handle(downloadChannels.listDownloads, () => downloads.list())
  handle(downloadChannels.cancelDownload, (id) => downloads.cancel(id))
  handle(downloadChannels.showDownload, (id) => downloads.show(id))
  handle(diagnostics.copyDiagnostics, () => copyDiagnostics())
  handle(diagnostics.showLogs, async () => {
    await shell.openPath(log.folder)
  })
  handle(diagnostics.reportError, ({ kind, name, frames }) => {
    log.error('console error', { kind, name, at: frames.slice(0, 6).join(' | ') })
  })
}

/** Answers every channel of the bridge from now on. */
export function answerConsole(parts: ShellParts): void {
  answerStart(parts)
  answerLogin(parts)
  answerSnapshot(parts)
  answerServers(parts)
  answerNotifications(parts)
  answerPreferences(parts)
  answerFiles(parts)
}
