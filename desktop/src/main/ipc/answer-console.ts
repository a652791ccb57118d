// The answers to the console's questions, subject by subject.
import { app, shell } from 'electron'
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
import { answer } from './ipc.ts'
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
  language(): start.ShellLanguage
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
  answer(start.startConsole, () => {
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
  answer(start.reportLanguage, (language) => {
    parts.settings.write('language', language)
    parts.languageChanged()
  })
}

function answerLogin(parts: ShellParts): void {
  const { kept, intents, wipeCache, log } = parts
  const { notices, notifications, status, replies } = parts.signals
  const { keeper, secrets } = parts.login
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
  answer(login.signInThere, async (credentials) => {
    const answered = await keeper.signIn(credentials)
    if (personIn(answered)) replies.giveUp()
    return follow(answered)
  })
  answer(login.renewThere, async () => {
    const answered = await follow(await keeper.renew())
    if (personIn(answered)) await attempt(replies.settle())
    if (isLocked(answered)) notices.sayLocked()
    return answered
  })
  answer(login.signOutThere, async () => {
    intents.clear()
    await leave()
    await keeper.signOut()
  })
  answer(login.deleteLogin, async () => {
    await leave()
    await keeper.forget()
  })
}

function answerSnapshot({ kept, signals: { replies } }: ShellParts): void {
  answer(keptChannels.readSnapshotOnDisk, () => kept.desk())
  answer(keptChannels.readSnapshotPart, (owner, part) => kept.read(owner, part))
  answer(keptChannels.dropSnapshotParts, (owner, { parts, media }) =>
    kept.drop(owner, { parts, media: media.filter((url) => URL.canParse(url)).map(cachedMediaName) })
  )
  answer(keptChannels.writeSnapshotPart, (owner, part, text) => kept.write(owner, part, text))
  answer(keptChannels.listWaiting, (owner) => kept.waiting(owner, (room) => room.list()))
  answer(keptChannels.storePending, (owner, id, text) => kept.waiting(owner, (room) => room.keep(id, text)))
  answer(keptChannels.dropWaiting, (owner, id) => kept.waiting(owner, (room) => room.drop(id)))
  answer(keptChannels.storePendingFile, (owner, id, bytes) => kept.waiting(owner, (room) => room.storeFile(id, bytes)))
  answer(keptChannels.readWaitingFile, (owner, id) => kept.waiting(owner, (room) => room.file(id)))
  answer(keptChannels.listReplies, (owner) => replies.list(owner))
  answer(keptChannels.dropReply, (owner, id) => replies.drop(owner, id))
}

function answerServers(parts: ShellParts): void {
  const { kept, intents } = parts
  const { notifications, status, replies } = parts.signals
  const { servers, files, keeper, check } = parts.login
  answer(serverChannels.listServers, () => servers.list())
  answer(serverChannels.checkServer, async (typed) => {
    const checked = await check(typed)
    if (checked.ok && checked.address === servers.current()) files.learn(checked.address, checked.linkOrigin)
    return checked
  })
  answer(serverChannels.useServer, async (typed) => {
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
  answer(serverChannels.removeServer, async (address) => {
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
  answer(notification.showNotification, async (words) => {
    await replies.noteShown(words.ticket)
    await notifications.show(words)
  })
  answer(notification.showDeskNotice, (words) => notifications.showOfDesk(words))
  answer(notification.reportUnread, ({ count, tickets }) => {
    status.setUnread(count)
    notifications.setUnread(tickets)
  })
  answer(notification.testNotification, () => notifications.test())
  answer(notification.pauseNotifications, (length) => ({ until: pause.begin(length) }))
  answer(notification.takeIntents, () => intents.take())
}

function answerPreferences(parts: ShellParts): void {
  const { settings } = parts
  answer(preference.readPreferences, () => preferencesOf(settings))
  answer(preference.changePreferences, (changed) => {
    for (const [key, value] of Object.entries(changed))
      if (value !== undefined) settings.write(key as keyof typeof changed, value)
    parts.apply(changed)
    return preferencesOf(settings)
  })
}

function answerFiles({ downloads, log, copyDiagnostics }: ShellParts): void {
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
export function answerConsole(parts: ShellParts): void {
  answerStart(parts)
  answerLogin(parts)
  answerSnapshot(parts)
  answerServers(parts)
  answerNotifications(parts)
  answerPreferences(parts)
  answerFiles(parts)
}
