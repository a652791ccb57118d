// The context every service gets: ports, never features.
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Database, Transaction } from '#database/client.ts'
import type { CallSource } from './actor.ts'
import type { Config } from './config/env.ts'
import type { DomainEvent, WireMessage } from './events/domain-event.ts'
import type { Job, JobAttempt, JobOptions } from './work/jobs.ts'
import type { Mail } from './mail/mail.ts'
import type { CheckoutPort, PixPort } from './payments/payments.ts'
import type { VirusScanner } from './scanning/virus-scanner.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { Storage } from './storage/storage.ts'
import type { WhatsAppPort } from './whatsapp-port.ts'

/** Realtime that needs no catching up, and what services need to know of sockets. */
export interface RealtimePort {
  /** Sends at once, without a sequence number and without being kept. */
  publish(message: WireMessage): void
  /** Sends logged messages after their commit. */
  deliver(messages: (WireMessage & { seq: number })[]): void
  /** The newest number of a company's events that this node has seen committed; undefined before the first. */
  newestSeq(companyId: number): number | undefined
  /** Puts a user's sockets into the rooms of their present rights. */
  refreshUser(companyId: number, userId: number): void
  /** Closes the sockets of a login session, or of all sessions of a user. */
  disconnect(target: { companyId: number; userId: number; sessionId?: string; exceptSessionId?: string }): void
  /** Hears that a company's people were told something or their rights changed, on whichever node; answers with the way to stop. */
  watch(listener: (companyId: number) => void): () => void
}

export interface EventBus {
  /** Holds an event until the commit of the running transaction. Errors: outside a transaction. */
  emit<T>(event: DomainEvent<T>, payload: T): void
  /** What people see of an event: pure, run before the commit so that it is logged with the change. */
  project<T>(event: DomainEvent<T>, projection: (payload: T) => WireMessage[]): void
  /** Runs after the commit; a failure is logged and changes nothing. */
  on<T>(event: DomainEvent<T>, listener: (ctx: Ctx, payload: T) => Promise<void> | void): void
  /** Resolves when no listener is running. */
  drain(): Promise<void>
}

export interface Jobs {
  /** Adds a job; inside `inTransaction` it exists only when that commits. */
  add<S extends z.ZodType>(ctx: Ctx, job: Job<S>, data: z.input<S>, options?: JobOptions): Promise<void>
  /** Registers the worker of a job; called while the application is built. */
  work<S extends z.ZodType>(
    job: Job<S>,
    handler: (ctx: Ctx, data: z.output<S>, attempt: JobAttempt) => Promise<void>
  ): void
  /** Registers work on a schedule (cron expression, UTC), run by one node at a time. */
  schedule(name: string, cron: string, handler: (ctx: Ctx, attempt: JobAttempt) => Promise<void>): void
  start(ctx: Ctx): Promise<void>
  /** Stops taking jobs and waits for the running ones. */
  stop(): Promise<void>
  /** Runs everything that is due now until nothing is left; for tests. */
  drain(): Promise<void>
  isReady(): boolean
}

/** Made whole at one place, `app/build-app.ts`; a call and a transaction have one of their own. */
export interface Ctx {
  readonly config: Config
  /** The pool, or the running transaction inside `inTransaction`. */
  readonly db: Transaction
  /** Always the pool; for streams and statements that must not join a transaction. */
  readonly pool: Database
  readonly bus: EventBus
  readonly jobs: Jobs
  readonly whatsapp: WhatsAppPort
  readonly storage: Storage
  /** Files of strangers go through it on their way into the storage; those of forms do so by themselves. */
  readonly scanner: VirusScanner
  readonly mail: Mail
  readonly realtime: RealtimePort
  /** Null where nothing can be paid by Pix. */
  readonly pix: PixPort | null
  /** Null where there is no page to pay on. */
  readonly checkout: CheckoutPort | null
  readonly secrets: Secrets
  readonly now: () => Date
  readonly log: Logger
  /** The call that is answered; left out where the server acts by itself. */
  readonly call?: CallSource
}
