// The context every service gets: ports, never features.
import type { Logger } from 'pino'
import type { Database, Transaction } from '#database/client.ts'
import type { Config } from './config/env.ts'
import type { EventBus, WireMessage } from './event-bus.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mail } from './mail/mail.ts'
import type { Secrets } from './secrets.ts'
import type { Storage } from './storage/storage.ts'
import type { WhatsAppPort } from './whatsapp-port.ts'

/** Realtime that needs no catching up, and what services need to know of sockets. */
export interface RealtimePort {
  /** Sends at once, without a sequence number and without being kept. */
  publish(message: WireMessage): void
  /** Sends logged messages after their commit. */
  deliver(messages: (WireMessage & { seq: number })[]): void
  /** Puts a user's sockets into the rooms of their present rights. */
  refreshUser(companyId: number, userId: number): void
  /** Closes the sockets of a login session, or of all sessions of a user. */
  disconnect(target: { companyId: number; userId: number; sessionId?: string; exceptSessionId?: string }): void
}

export interface Ctx {
  config: Config
  /** The pool, or the running transaction inside `inTransaction`. */
  db: Transaction
  /** Always the pool; for streams and statements that must not join a transaction. */
  pool: Database
  bus: EventBus
  jobs: Jobs
  whatsapp: WhatsAppPort
  storage: Storage
  mail: Mail
  realtime: RealtimePort
  secrets: Secrets
  now: () => Date
  log: Logger
}
