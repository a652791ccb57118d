// The keys that outlive the application secret: made from it at the first start, kept sealed, and the same ever after.
import type { Database } from '#database/client.ts'
import { BadConfiguration } from '../config/env.ts'
import type { AppSecrets } from './app-secret.ts'
import * as repo from './lasting-keys.repo.ts'
import { createSecrets, signingKeyOf, type Secrets } from './secrets.ts'

/**
 * Whose signatures lie in the database and are looked up there, the key by which push services know the server, and the one
 * that encrypts files of no company.
 */
const purposes = ['erased person', 'recovery-code', 'known-network', 'vapid', 'files of the house']

/** The first start of an installation keeps the keys it has had all along. */
async function keepMissing(db: Database, { current, accepted }: AppSecrets, missing: string[]): Promise<void> {
  if (accepted.length > 0 && (await repo.hasCompanies(db)))
    throw new BadConfiguration(
      'APP_SECRET_ACCEPTED: this database has not been started with this version yet. Start it once with its APP_SECRET ' +
        'alone, then change it.'
    )
  const { encrypt } = createSecrets(current)
  const rows = missing.map((purpose) => ({
    purpose,
    sealedKey: encrypt(signingKeyOf(current, purpose)).toString('base64')
  }))
  await repo.insertKeys(db, rows)
}

/**
 * All secrets of the installation. Errors: BadConfiguration for an application secret that is not the one of this database.
 */
export async function openSecrets(db: Database, secrets: AppSecrets): Promise<Secrets> {
  const { current, accepted } = secrets
  const known = new Set((await repo.keysOf(db, purposes)).map(({ purpose }) => purpose))
  const missing = purposes.filter((purpose) => !known.has(purpose))
  if (missing.length > 0) await keepMissing(db, secrets, missing)
  const { decrypt } = createSecrets(current, { accepted })
  const rows = await repo.keysOf(db, purposes)
  try {
    const lasting = new Map(rows.map(({ purpose, sealedKey }) => [purpose, decrypt(Buffer.from(sealedKey, 'base64'))]))
    return createSecrets(current, { accepted, lasting })
  } catch {
    throw new BadConfiguration(
      'APP_SECRET: it is not the one that this database was sealed with. Set that one again (or copy its ' +
        'DATA_DIR/secrets.json). To change it, see docs/operations.md; if it is lost for good: npm run secret:rotate -- --lost'
    )
  }
}

/** For a secret that is lost: the next start makes new ones, and what the old ones signed is known to nobody. */
export const deleteLastingKeys = (db: Database): Promise<unknown> => repo.deleteAllKeys(db)
