// What a session needs, what it can be asked, and how it ends.
import type { Logger } from 'pino'
import type { Sql } from '#database/client.ts'
import type { Config } from '#platform/config/env.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { ConnectionRef, WhatsAppEvents } from '#platform/whatsapp-port.ts'
import type { GroupCommitter } from './group-committer.ts'
import type { KeyCache } from './key-cache.ts'
import type { OutboundParts } from './outbound.ts'
import type { Timings } from './timings.ts'

export interface SessionParts {
  config: Pick<Config, 'whatsappUrl' | 'whatsappDeviceName' | 'whatsappQrAttempts'>
  sql: Sql
  secrets: Secrets
  committer: GroupCommitter
  cache: KeyCache
  events: WhatsAppEvents
  log: Logger
  now: () => Date
  timings: Timings
  /** Asks the database whether this node still owns the session. */
  isOurs: (ref: ConnectionRef) => Promise<boolean>
}

/** `lost`: another node has it. `given-up`: WhatsApp or the clock ended it for good; the status is reported. */
export type SessionEnd = 'lost' | 'given-up'

/** `release` says nothing, so that another node may go on; `stop` reports it; the others also forget the pairing. */
export type StopKind = 'release' | 'stop' | 'renew' | 'logout'

export interface Session {
  ref: ConnectionRef
  /** What sends and asks need, or null while WhatsApp is not connected. */
  outbound(): OutboundParts | null
  /** Resolves when the session ended by itself; never after `stop`. */
  ended: Promise<SessionEnd>
  /** Resolves when WhatsApp has answered in some way: a QR code, an open socket, an end. */
  begun: Promise<void>
  stop(kind: StopKind): Promise<void>
}
