// What the app finds on this computer when it starts: settings, the login, and what the console has left.
import { app } from 'electron'
import { languageOf, type Language } from '@guiche/shared/kernel/languages.ts'
import { openLogin, type Login } from '../login/open-login.ts'
import { createSnapshotStore, type SnapshotStore } from '../offline/snapshot-store.ts'
import { builtInServer, managedConfigPath, programData } from '../platform/env.ts'
import { factsOf, type Log } from '../platform/log.ts'
import {
  chooseConfigFile,
  managedConfigFile,
  readManagedConfig,
  type ManagedConfig
} from '../platform/managed-config.ts'
import { openSettings, type Settings } from '../platform/settings.ts'
import { speaker, type Say } from '../platform/texts.ts'

export interface Stores {
  settings: Settings
  managed: ManagedConfig
  login: Login
  kept: SnapshotStore
  language(): Language
  say: Say
}

export function openStores(log: Log): Stores {
  const settings = openSettings()
  const managed = readManagedConfig(
    chooseConfigFile(managedConfigFile(process.platform, programData), managedConfigPath),
    log
  )
  const login = openLogin(settings, managed.server ?? builtInServer, log)
  const { servers, secrets } = login
  const kept = createSnapshotStore({ folder: app.getPath('userData'), server: servers.current, secrets, log })
  // The page takes a while to ask for it, and the keychain a while to answer.
  kept.warmUp().catch((error: unknown) => log.warn('kept data not warmed up', factsOf(error)))
  const language = () => settings.read('language') ?? languageOf(app.getPreferredSystemLanguages())
  return { settings, managed, login, kept, language, say: speaker(language) }
}
