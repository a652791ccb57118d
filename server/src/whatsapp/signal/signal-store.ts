// The keys of all sessions of this node: one memory, and one statement for what they write at the same time.
import type { Logger } from 'pino'
import type { Sql } from '#database/client.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { commitWrites, wipePairing } from './auth-state.repo.ts'
import { type AuthState, type AuthStateParts, openAuthState } from './auth-state.ts'
import { createGroupCommitter } from './group-committer.ts'
import { createKeyCache } from './key-cache.ts'
import type { OwnedRef } from './key-write.ts'

export interface SignalStore {
  /** Loads a connection's pairing, or makes fresh credentials. One session at a time may use it. */
  open(owned: OwnedRef, listeners: Pick<AuthStateParts, 'onJournaled' | 'onPair' | 'onLost'>): Promise<AuthState>
  /** Resolves when nothing of the session waits to be written or is under way. */
  settled(ref: ConnectionRef): Promise<void>
  /** Forgets a pairing: credentials and keys, unless somebody else has taken it. */
  wipe(owned: OwnedRef): Promise<void>
  /** Gives up what still waits for an unreachable database. */
  close(): void
}

/** Bytes of keys in memory, over all sessions. */
const keyMemory = 96 * 1024 ** 2

/** Makes the store of a node. */
export function createSignalStore(parts: { sql: Sql; node: string; secrets: Secrets; log: Logger }): SignalStore {
  const { sql, node, secrets, log } = parts
  const committer = createGroupCommitter({ log, commit: (writes) => commitWrites(sql, node, writes) })
  const cache = createKeyCache(keyMemory)
  return {
    open: ({ epoch, ...ref }, listeners) => openAuthState({ sql, secrets, committer, cache, epoch, ...listeners }, ref),
    settled: (ref) => committer.settled(ref),
    wipe: (owned) => wipePairing(sql, owned),
    close: () => committer.close()
  }
}
