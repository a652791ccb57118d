// The keys of stored files: one a company, made with its first file and deleted with its row, and one of the house.
import { randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Database } from '#database/client.ts'
import type { Secrets } from '../secrets/secrets.ts'
import * as repo from './file-keys.repo.ts'
import type { FileKey, KeyringNode } from './sealed-parts.ts'

/** Milliseconds for which a node reads and writes without asking the database: as long as a deleted key may live on in memory. */
const knownFor = 60_000

/** In every file of the house, in the place of a key's id. */
const houseKeyId = '00000000-0000-0000-0000-000000000000'

export interface Keyrings {
  /** Encrypts; null when only keys of before are left. */
  current: KeyringNode | null
  /** Opens whatever was encrypted with a key that is here. */
  all: KeyringNode
}

export interface FileKeys {
  /**
   * Makes the company's key if it has none; null for the house. Errors: ERR_NOT_FOUND for a company that is not there, an
   * Error for a key that another application secret sealed.
   */
  forWriting(companyId: number | null): Promise<KeyringNode>
  /** Null when the company has no key, any more or yet. */
  forReading(companyId: number | null): Promise<KeyringNode | null>
  /** Forgets what it has in memory of a company. */
  drop(companyId: number): void
}

// A tenth of a second of loading that a server without files, and every program beside it, does not need.
const library = () => import('./sealed-parts.ts')

/** Opens what the database holds. A key that no secret opens is left out: others may be enough. */
function openKeys({ decrypt }: Secrets, rows: repo.FileKeyRow[]): (FileKey & { isCurrent: boolean })[] {
  return rows.flatMap(({ id, sealedKey, lostAt }) => {
    try {
      return [{ id, bytes: decrypt(Buffer.from(sealedKey, 'base64')), isCurrent: lostAt === null }]
    } catch {
      return []
    }
  })
}

async function keyringsOf(secrets: Secrets, rows: repo.FileKeyRow[]): Promise<Keyrings | null> {
  const { anyOf, keyringOf } = await library()
  const keys = openKeys(secrets, rows)
  const current = keys.find(({ isCurrent }) => isCurrent)
  if (keys.length === 0) return null
  return { current: current ? keyringOf(current) : null, all: anyOf(keys.map(keyringOf)) }
}

/** The keys of an installation; `db` is the pool. */
export function createFileKeys(db: Database, secrets: Secrets): FileKeys {
  const known = new Map<number, Promise<Keyrings | null>>()
  const house = async (): Promise<KeyringNode> => {
    const { keyringOf } = await library()
    return keyringOf({ id: houseKeyId, bytes: Buffer.from(secrets.sign('files of the house', 'key 1'), 'base64url') })
  }
  let ofHouse: Promise<KeyringNode> | null = null

  const drop = (companyId: number, asked: Promise<unknown>): void => {
    if (known.get(companyId) === asked) known.delete(companyId)
  }
  const find = (companyId: number): Promise<Keyrings | null> => {
    const asked = known.get(companyId) ?? repo.keysOf(db, companyId).then((rows) => keyringsOf(secrets, rows))
    if (known.has(companyId)) return asked
    known.set(companyId, asked)
    setTimeout(() => drop(companyId, asked), knownFor).unref()
    // What is not there may be there in a moment, made by another node.
    asked.then(
      (found) => (found ? undefined : drop(companyId, asked)),
      () => drop(companyId, asked)
    )
    return asked
  }
  const make = async (companyId: number): Promise<KeyringNode> => {
    const sealedKey = secrets.encrypt(randomBytes(32)).toString('base64')
    await repo.insertKey(db, companyId, { id: randomUUID(), sealedKey })
    known.delete(companyId)
    const made = (await find(companyId))?.current
    if (made) return made
    // Somebody else's key is there and does not open, or there is no company.
    const isThere = (await repo.keysOf(db, companyId)).some(({ lostAt }) => lostAt === null)
    if (!isThere) throw new AppError('ERR_NOT_FOUND')
    throw new Error(`the key of the files of company ${companyId} is sealed with another APP_SECRET`)
  }
  return {
    forWriting: async (companyId) =>
      companyId === null ? (ofHouse ??= house()) : ((await find(companyId))?.current ?? make(companyId)),
    forReading: async (companyId) =>
      companyId === null ? (ofHouse ??= house()) : ((await find(companyId))?.all ?? null),
    drop: (companyId) => void known.delete(companyId)
  }
}

/**
 * For an application secret that is lost: files of before stay closed unless it is found again and accepted, and what is
 * stored from now on gets new keys.
 */
export const giveUpFileKeys = (db: Database): Promise<void> => repo.giveUpAllKeys(db)
