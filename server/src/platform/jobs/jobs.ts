// The jobs port: work that must happen, kept in the database with the change that asked for it.
import type { z } from 'zod'
import type { Ctx } from '../ctx.ts'

export interface Job<S extends z.ZodType = z.ZodType> {
  name: string
  schema: S
  /** Tries after the first one. */
  retries: number
  /** Seconds before the first retry; doubles with each. */
  retryDelay: number
  /** Jobs taken at once by one node. */
  concurrency: number
}

/** Declares a job. */
export const job = <S extends z.ZodType>(
  name: string,
  schema: S,
  options: Partial<Pick<Job, 'retries' | 'retryDelay' | 'concurrency'>> = {}
): Job<S> => ({ name, schema, retries: 5, retryDelay: 2, concurrency: 2, ...options })

export interface JobOptions {
  /** Not before this moment. */
  startAfter?: Date
  /** At most one waiting job with this key. */
  singletonKey?: string
}

export interface JobAttempt {
  /** No further try follows when this one fails. */
  isLastTry: boolean
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
  schedule(name: string, cron: string, handler: (ctx: Ctx) => Promise<void>): void
  start(ctx: Ctx): Promise<void>
  /** Stops taking jobs and waits for the running ones. */
  stop(): Promise<void>
  /** Runs everything that is due now until nothing is left; for tests. */
  drain(): Promise<void>
  isReady(): boolean
}
