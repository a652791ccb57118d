// The Signal keys of one session: read from memory, else from PostgreSQL; written through the group committer.
import type { Sql } from '#database/client.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import type { Address } from '#platform/whatsapp-port.ts'
import { lidAddress, phoneAddress } from '../addresses/addresses.ts'
import { readAllKeys, readKeys } from './auth-state.repo.ts'
import type { GroupCommitter } from './group-committer.ts'
import type { KeyCache, SessionKeys } from './key-cache.ts'
import { decodeKey, encodeKey, prunedSession } from './key-codec.ts'
import { type JournalDraft, type JournaledRow, type KeyRow, type OwnedRef, SessionLost } from './key-write.ts'

/** Key kind under which the durable repository hands over journal rows, next to the ratchet step's keys. */
export const journalKind = 'inbox'

/** Kinds that are learned again by themselves: nobody waits for their write. */
const deferrable = new Set(['lid-mapping', 'device-list', 'sender-key-memory', 'tctoken'])

/** Keys read at the start; a session with more fills its memory on demand. */
const preloaded = 12_000

export interface KeyParts {
  sql: Sql
  secrets: Secrets
  committer: GroupCommitter
  cache: KeyCache
  /** Writes under the number of another taking are refused. */
  owned: OwnedRef
  /** Journal rows that have just become durable, in order. */
  onJournaled: (rows: JournaledRow[]) => void
  /** A phone number and a LID (digits) turned out to be one person. */
  onPair: (pair: { phone: Address; lid: Address }) => void
  /** Another node owns the session: the socket has to go, silently. */
  onLost: () => void
}

/** The open keys of a session. */
export interface OpenKeys {
  parts: KeyParts
  memory: SessionKeys
  /** Written but not yet durable; read before the memory, which may have let go of them. */
  pending: Map<string, { value: unknown; writes: number }>
  /** From here on nothing is written: what a socket that has gone still tells would outlive a forgotten pairing. */
  isClosed: boolean
}

export type KeyValues = Record<string, Record<string, unknown>>

/** Reads the keys of a session into memory. */
export async function openKeys(parts: KeyParts): Promise<OpenKeys> {
  const { sql, secrets, cache, owned } = parts
  const memory = cache.open((sealed) => decodeKey(secrets.decrypt(sealed)))
  const stored = await readAllKeys(sql, owned, preloaded)
  for (const { type, id, data } of stored) memory.putSealed(type, id, data)
  if (stored.length < preloaded) memory.markComplete()
  return { parts, memory, pending: new Map(), isClosed: false }
}

export function closeKeys(keys: OpenKeys): void {
  keys.isClosed = true
  keys.memory.close()
}

/** A value nobody can change behind the store's back: Baileys edits some of what it reads. */
function handedOut(type: string, value: unknown): unknown {
  if (Array.isArray(value)) return [...(value as unknown[])]
  if (type === 'sender-key-memory' || type === 'tctoken') return { ...(value as object) }
  if (type === 'app-state-sync-version') {
    const state = value as { indexValueMap: object }
    return { ...state, indexValueMap: { ...state.indexValueMap } }
  }
  return value
}

/** The keys that exist, by their ids. */
export async function getKeys(keys: OpenKeys, type: string, ids: string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  const unknown: string[] = []
  const take = (id: string, value: unknown) => {
    if (value !== null && value !== undefined) found[id] = handedOut(type, value)
  }
  for (const id of ids) {
    const written = keys.pending.get(`${type}:${id}`)
    const known = written ? { found: true, value: written.value } : keys.memory.get(type, id)
    if (!known) unknown.push(id)
    else if (known.found) take(id, known.value)
  }
  if (unknown.length === 0) return found
  const { sql, secrets, owned } = keys.parts
  const rows = new Map((await readKeys(sql, owned, type, unknown)).map((row) => [row.id, row.data]))
  for (const id of unknown) {
    const data = rows.get(id)
    // A write may have overtaken the read.
    const newer = keys.pending.get(`${type}:${id}`)
    if (newer) take(id, newer.value)
    else {
      const value = data ? decodeKey(secrets.decrypt(data)) : null
      keys.memory.put(type, id, value, data?.length ?? 0)
      take(id, value)
    }
  }
  return found
}

interface Encoded {
  keys: KeyRow[]
  journal: JournalDraft[]
  /** In `pending`, until they are durable. */
  pending: string[]
  /** Somebody waits for the write. */
  isUrgent: boolean
  highestPreKey: number
}

/** Puts values into memory, and into the form in which they are stored. */
function encode({ parts, memory, pending }: OpenKeys, data: KeyValues): Encoded {
  const encoded: Encoded = { keys: [], journal: [], pending: [], isUrgent: false, highestPreKey: 0 }
  for (const [type, values] of Object.entries(data)) {
    if (type === journalKind) {
      encoded.journal.push(...(Object.values(values) as JournalDraft[]))
      continue
    }
    encoded.isUrgent ||= !deferrable.has(type)
    for (const [id, given] of Object.entries(values)) {
      const value = type === 'session' ? prunedSession(given ?? null) : (given ?? null)
      const sealed = value === null ? null : parts.secrets.encrypt(encodeKey(type, value))
      encoded.keys.push({ type, id, data: sealed })
      memory.put(type, id, value, sealed?.length ?? 0)
      const key = `${type}:${id}`
      pending.set(key, { value, writes: (pending.get(key)?.writes ?? 0) + 1 })
      encoded.pending.push(key)
      if (type === 'pre-key' && value !== null) {
        encoded.highestPreKey = Math.max(encoded.highestPreKey, Number(id) || 0)
      }
    }
    if (type === 'lid-mapping') announcePairs(parts, values)
  }
  return encoded
}

/**
 * Writes keys and journal rows in one statement; resolves when they are durable, at once where nobody waits for them.
 * `sealedCreds` gives the credentials that count pre-keys up to this one: they go out with them.
 */
export async function setKeys(
  keys: OpenKeys,
  data: KeyValues,
  sealedCreds: (highestPreKey: number) => Buffer
): Promise<void> {
  if (keys.isClosed) return silence()
  const { parts, pending } = keys
  const encoded = encode(keys, data)
  const { journal, highestPreKey } = encoded
  if (encoded.keys.length === 0 && journal.length === 0) return
  const write = { keys: encoded.keys, journal, creds: highestPreKey > 0 ? sealedCreds(highestPreKey) : null }
  const release = () => {
    for (const key of encoded.pending) {
      const one = pending.get(key)
      if (one && --one.writes === 0) pending.delete(key)
    }
  }
  if (!encoded.isUrgent && journal.length === 0) {
    // Nothing waits for it, and the memory answers meanwhile.
    release()
    return parts.committer.submitLater(parts.owned, write)
  }
  const ids = await submit(keys, write)
  release()
  if (journal.length > 0) parts.onJournaled(journal.map((row, index) => ({ ...row, id: ids[index] ?? 0 })))
}

/** Writes the credentials as they are now; resolves when they are durable. */
export async function writeCreds(keys: OpenKeys, sealed: Buffer): Promise<void> {
  if (keys.isClosed) return silence()
  await submit(keys, { keys: [], journal: [], creds: sealed })
}

/** An error here would become an answer to WhatsApp; the next owner of the session gives it instead. */
const silence = () => new Promise<never>(() => {})

async function submit({ parts }: OpenKeys, write: Parameters<GroupCommitter['submit']>[1]): Promise<number[]> {
  try {
    return await parts.committer.submit(parts.owned, write)
  } catch (error) {
    if (!(error instanceof SessionLost)) throw error
    parts.onLost()
    return silence()
  }
}

function announcePairs({ onPair }: KeyParts, values: Record<string, unknown>): void {
  for (const [id, value] of Object.entries(values)) {
    if (typeof value === 'string' && !id.endsWith('_reverse')) {
      onPair({ phone: phoneAddress(id), lid: lidAddress(value) })
    }
  }
}
