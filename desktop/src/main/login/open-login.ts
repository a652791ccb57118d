// Puts together what a login stands on: the servers this computer knows, their files, and where the secrets are.
import { app, shell } from 'electron'
import type { CheckedServer } from '#bridge/server-channels.ts'
import type { Log } from '../platform/log.ts'
import type { Settings } from '../platform/settings.ts'
import { createBrowserLogin, type BrowserLogin } from './browser-login.ts'
import { checkServer } from './check-server.ts'
import { keychainStorage } from './keychain-storage.ts'
import { createLoginStore, type LoginStore } from './login-store.ts'
import { sealedStorage } from './sealed-storage.ts'
import { memoryStorage } from './secret-storage.ts'
import { createSecureStore, type SecureStore } from './secure-store.ts'
import { createServerFiles, type ServerFiles } from './server-files.ts'
import { sendRequest } from './server-request.ts'
import { createServers, type Servers } from './servers.ts'

export interface Login {
  servers: Servers
  files: ServerFiles
  secrets: SecureStore
  keeper: LoginStore
  browser: BrowserLogin
  /** Looks at an address over the network. */
  check(typed: string): Promise<CheckedServer>
}

/** `fixedServer` is the origin that the build or IT has decided on, or null. */
export function openLogin(settings: Settings, fixedServer: string | null, log: Log): Login {
  const servers = createServers(settings, fixedServer)
  const secrets = createSecureStore([keychainStorage(app.getName()), sealedStorage(), memoryStorage()], log)
  const keeper = createLoginStore({ server: servers.current, send: sendRequest, secrets, settings, log })
  return {
    servers,
    files: createServerFiles(servers, settings),
    secrets,
    keeper,
    browser: createBrowserLogin({ server: servers.current, keeper, open: (url) => shell.openExternal(url) }),
    check: (typed) => checkServer(sendRequest, app.getVersion(), typed)
  }
}
