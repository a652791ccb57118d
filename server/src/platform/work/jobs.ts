// Jobs as values: work that must happen, kept in the database with the change that asked for it.
import type { z } from 'zod'

export interface Job<S extends z.ZodType = z.ZodType> {
  name: string
  schema: S
  /** Tries after the first one. */
  retries: number
  /** Seconds before the first retry; doubles with each. */
  retryDelay: number
  /** Jobs taken at once by one node. */
  concurrency: number
  /** Seconds after which one that is under way counts as failed, though its node lives. */
  longest: number
  /** Added with the same data when the last try ended without an end of its own: it failed, or its node was killed. */
  givenUp: Job<S> | null
}

/** Declares a job. */
export const job = <S extends z.ZodType>(
  name: string,
  schema: S,
  options: Partial<Omit<Job<S>, 'name' | 'schema'>> = {}
): Job<S> => ({ name, schema, retries: 5, retryDelay: 2, concurrency: 2, longest: 3600, givenUp: null, ...options })

export interface JobOptions {
  /** Not before this moment. */
  startAfter?: Date
  /** At most one waiting job with this key. */
  singletonKey?: string
  /** Of those that are due the highest is taken first; 0 when left out. */
  priority?: number
}

export interface JobAttempt {
  /** No further try follows when this one fails. */
  isLastTry: boolean
  /** True once the node stops: what is left is for others, or for the next start. */
  isStopping(): boolean
}
