// Database, files and secrets of the server beside which a program runs.
import { pino } from 'pino'
import { openDatabase, type Database } from '#database/client.ts'
import { withDatabase } from '#backup/run-program.ts'
import type { Config } from '#platform/config/env.ts'
import { loadAppSecrets } from '#platform/secrets/app-secret.ts'
import { createSecrets, type Secrets } from '#platform/secrets/secrets.ts'
import { createStorage } from '#platform/storage/create-storage.ts'
import { encryptStorage, openEncryption } from '#platform/storage/encrypt-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'

export interface BesideServer {
  db: Database
  storage: Storage
  secrets: Secrets
}

/** Runs `work` with what the server itself uses; it may run meanwhile. */
export async function withServer<T>(config: Config, work: (server: BesideServer) => Promise<T>): Promise<T> {
  return withDatabase(config, false, async (url) => {
    const db = openDatabase({ url, max: 2, name: 'guiche-company' })
    try {
      const { current, accepted } = await loadAppSecrets(config)
      const secrets = createSecrets(current, { accepted })
      const encryption = openEncryption(await createStorage(config), db, secrets, pino({ level: 'silent' }))
      return await work({ db, storage: encryptStorage(encryption), secrets })
    } finally {
      await db.$client.end({ timeout: 5 })
    }
  })
}
