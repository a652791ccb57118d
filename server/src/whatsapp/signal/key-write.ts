// What a session writes at once, and what it gets back.
import type { ConnectionRef } from '#platform/whatsapp-port.ts'

export interface KeyRow {
  type: string
  id: string
  /** Encrypted value; null deletes the key. */
  data: Buffer | null
}

export interface JournalDraft {
  chat: string
  attrs: Record<string, string>
  plain: Uint8Array
}

/** A row of the journal that is durable. */
export interface JournaledRow extends JournalDraft {
  id: number
}

export interface KeyWrite {
  keys: KeyRow[]
  journal: JournalDraft[]
  /** Encrypted credentials. */
  creds: Buffer | null
}

/** A connection under the number of the taking by which a node owns it. */
export interface OwnedRef extends ConnectionRef {
  epoch: number
}

export interface SessionWrite extends KeyWrite {
  ref: OwnedRef
}

export interface Committed {
  /** False: another node owns the session now, and nothing of it was written. */
  isOurs: boolean
  /** Ids of the journal rows, in the order they were given. */
  journalIds: number[]
}

/** One statement for the writes of several sessions, each session once. All or nothing. */
export type Commit = (writes: SessionWrite[]) => Promise<Committed[]>

/** Another node took the session over. */
export class SessionLost extends Error {}
