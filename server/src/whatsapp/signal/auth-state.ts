// The credentials and keys of one session: in memory, encrypted in PostgreSQL, written through the group committer.
import { Curve, initAuthCreds, type AuthenticationCreds, type SignalKeyStore } from '@whiskeysockets/baileys'
import type { Sql } from '#database/client.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import type { Address, ConnectionRef } from '#platform/whatsapp-port.ts'
import { isLid, lidAddress, type Own, phoneAddress, userOf } from '../addresses/addresses.ts'
import { lastPreKeyId, readAllKeys, readCreds, readKeys } from './auth-state.repo.ts'
import { type GroupCommitter, type JournalDraft, type KeyRow, SessionLost } from './group-committer.ts'
import type { KeyCache } from './key-cache.ts'
import { decodeCreds, decodeKey, encodeCreds, encodeKey, prunedSession } from './key-codec.ts'

/** Key kind under which the durable repository hands over journal rows, next to the ratchet step's keys. */
export const journalKind = 'inbox'

/** Kinds that are learned again by themselves: nobody waits for their write. */
const deferrable = new Set(['lid-mapping', 'device-list', 'sender-key-memory', 'tctoken'])

export interface JournaledRow extends JournalDraft {
  id: number
}

export interface AuthState {
  creds: AuthenticationCreds
  keys: SignalKeyStore
  /** Writes the credentials as they are now. */
  saveCreds(): Promise<void>
  /** Takes back what asking for a code has written: with a name in it the next socket would log in instead of registering. */
  forgetCode(): void
  own(): Own
  /** The other address of a person, from the pairs Signal has learned. */
  partnerOf(address: Address): Promise<Address | null>
  /** From here on nothing is written: what a socket that has gone still tells would outlive a forgotten pairing. */
  close(): void
}

export interface AuthStateParts {
  sql: Sql
  secrets: Secrets
  committer: GroupCommitter
  /** Number of the taking by which this node owns the connection: writes under another one are refused. */
  epoch: number
  cache: KeyCache
  /** Journal rows that have just become durable, in order. */
  onJournaled: (rows: JournaledRow[]) => void
  /** A phone number and a LID (digits) turned out to be one person. */
  onPair: (pair: { phone: Address; lid: Address }) => void
  /** Another node owns the session: the socket has to go, silently. */
  onLost: () => void
}

/** Keys read at the start; a session with more fills its memory on demand. */
const preloaded = 12_000

type Values = Record<string, Record<string, unknown>>

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

/** Own addresses as the credentials tell them. */
export function ownOf(creds: AuthenticationCreds): Own {
  return {
    phone: creds.me?.id ? phoneAddress(userOf(creds.me.id)) : null,
    lid: creds.me?.lid ? lidAddress(userOf(creds.me.lid)) : null
  }
}

/** Loads a connection's pairing, or makes fresh credentials. One session at a time may use it. */
export async function openAuthState(parts: AuthStateParts, ref: ConnectionRef): Promise<AuthState> {
  const { sql, secrets, committer } = parts
  const owned = { ...ref, epoch: parts.epoch }
  const memory = parts.cache.open((sealed) => decodeKey(secrets.decrypt(sealed)))
  const sealedCreds = await readCreds(sql, ref)
  const creds = sealedCreds ? decodeCreds(secrets.decrypt(sealedCreds)) : initAuthCreds()
  const stored = await readAllKeys(sql, ref, preloaded)
  for (const { type, id, data } of stored) memory.putSealed(type, id, data)
  if (stored.length < preloaded) memory.markComplete()
  // A crash may have come between the upload of pre-keys and the credentials that count them.
  creds.nextPreKeyId = Math.max(creds.nextPreKeyId, (await lastPreKeyId(sql, ref)) + 1)

  /** Written but not yet durable; read before the memory, which may have let go of them. */
  const pending = new Map<string, { value: unknown; writes: number }>()

  const get = async (type: string, ids: string[]): Promise<Record<string, unknown>> => {
    const found: Record<string, unknown> = {}
    const unknown: string[] = []
    const take = (id: string, value: unknown) => {
      if (value !== null && value !== undefined) found[id] = handedOut(type, value)
    }
    for (const id of ids) {
      const written = pending.get(`${type}:${id}`)
      const known = written ? { found: true, value: written.value } : memory.get(type, id)
      if (!known) unknown.push(id)
      else if (known.found) take(id, known.value)
    }
    if (unknown.length === 0) return found
    const rows = new Map((await readKeys(sql, ref, type, unknown)).map((row) => [row.id, row.data]))
    for (const id of unknown) {
      const data = rows.get(id)
      // A write may have overtaken the read.
      const newer = pending.get(`${type}:${id}`)
      if (newer) take(id, newer.value)
      else {
        const value = data ? decodeKey(secrets.decrypt(data)) : null
        memory.put(type, id, value, data?.length ?? 0)
        take(id, value)
      }
    }
    return found
  }

  let me = creds.me
  /** WhatsApp may leave the own LID out when it lets us in: without it copies of the own phone could not be read. */
  const keepLid = () => {
    if (creds.me && !creds.me.lid && me?.lid && userOf(me.id) === userOf(creds.me.id))
      creds.me = { ...creds.me, lid: me.lid }
    me = creds.me
  }

  /** Without the code; who asked for one is nobody before the phone has taken it. */
  const lasting = (): AuthenticationCreds => {
    if (creds.pairingCode === undefined) return creds
    const rest = { ...creds, pairingCode: undefined }
    if (creds.account) return rest
    const { me: _asker, ...unlinked } = rest
    return { ...unlinked, registered: false }
  }
  const sealedNow = () => secrets.encrypt(encodeCreds(lasting()))

  let isClosed = false
  /** An error here would become an answer to WhatsApp; the next owner of the session gives it instead. */
  const silence = () => new Promise<never>(() => {})

  const set = async (data: Values): Promise<void> => {
    if (isClosed) return silence()
    const keys: KeyRow[] = []
    const journal: JournalDraft[] = []
    const written: string[] = []
    let isUrgent = false
    let highestPreKey = 0
    for (const [type, values] of Object.entries(data)) {
      if (type === journalKind) {
        journal.push(...(Object.values(values) as JournalDraft[]))
        continue
      }
      isUrgent ||= !deferrable.has(type)
      for (const [id, given] of Object.entries(values)) {
        const value = type === 'session' ? prunedSession(given ?? null) : (given ?? null)
        const sealed = value === null ? null : secrets.encrypt(encodeKey(type, value))
        keys.push({ type, id, data: sealed })
        memory.put(type, id, value, sealed?.length ?? 0)
        const key = `${type}:${id}`
        pending.set(key, { value, writes: (pending.get(key)?.writes ?? 0) + 1 })
        written.push(key)
        if (type === 'pre-key' && value !== null) highestPreKey = Math.max(highestPreKey, Number(id) || 0)
      }
      if (type === 'lid-mapping') announcePairs(values)
    }
    if (keys.length === 0 && journal.length === 0) return
    creds.nextPreKeyId = Math.max(creds.nextPreKeyId, highestPreKey + 1)
    const write = { keys, journal, creds: highestPreKey > 0 ? sealedNow() : null }
    const release = () => {
      for (const key of written) {
        const one = pending.get(key)
        if (one && --one.writes === 0) pending.delete(key)
      }
    }
    if (!isUrgent && journal.length === 0) {
      // Nothing waits for it, and the memory answers meanwhile.
      release()
      return committer.submitLater(owned, write)
    }
    const ids = await durably(() => committer.submit(owned, write))
    release()
    if (journal.length > 0) parts.onJournaled(journal.map((row, index) => ({ ...row, id: ids[index] ?? 0 })))
  }

  const durably = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SessionLost)) throw error
      parts.onLost()
      return silence()
    }
  }

  const announcePairs = (values: Record<string, unknown>) => {
    for (const [id, value] of Object.entries(values)) {
      if (typeof value === 'string' && !id.endsWith('_reverse')) {
        parts.onPair({ phone: phoneAddress(id), lid: lidAddress(value) })
      }
    }
  }

  return {
    creds,
    keys: { get, set } as unknown as SignalKeyStore,
    saveCreds: async () => {
      keepLid()
      if (isClosed) return silence()
      await durably(() => committer.submit(owned, { keys: [], journal: [], creds: sealedNow() }))
    },
    forgetCode: () => {
      if (creds.account || creds.pairingCode === undefined) return
      Object.assign(creds, lasting(), { pairingEphemeralKeyPair: Curve.generateKeyPair() })
      delete creds.me
      me = undefined
    },
    own: () => ownOf(creds),
    partnerOf: async (address) => {
      const user = userOf(address)
      const id = isLid(address) ? `${user}_reverse` : user
      const { [id]: partner } = await get('lid-mapping', [id])
      if (typeof partner !== 'string') return null
      return isLid(address) ? phoneAddress(partner) : lidAddress(partner)
    },
    close: () => {
      isClosed = true
      memory.close()
    }
  }
}
