// Tells trouble that passes (the database is away or busy) from statements that can never succeed.
import { setTimeout as sleep } from 'node:timers/promises'

const passing = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'ERR_DATABASE_UNAVAILABLE',
  // Lock not available; read-only transaction, as on a standby that is being promoted.
  '55P03',
  '25006'
])
/** SQLSTATE classes: connection, resources, operator, serialisation, system. */
const passingClass = /^(08|53|57|40|58)[0-9A-Z]{3}$/

/** True when the same work may succeed later. Looks through wrapped errors. */
export function isPassing(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string' && (passing.has(code) || passingClass.test(code))) return true
  }
  return false
}

export interface RetryOptions {
  /** Gives up with the last error when it is aborted. */
  signal?: AbortSignal
  /** Longest pause between tries, ms. */
  longest?: number
  /** Called with the first failure and every twentieth one after it. */
  onTrouble?: (error: unknown) => void
}

/** Repeats work for as long as the database is away. Errors: those that do not pass. */
export async function retryWhileDown<T>(work: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { signal, longest = 2000, onTrouble } = options
  for (let failures = 0; ; failures++) {
    try {
      return await work()
    } catch (error) {
      if (signal?.aborted || !isPassing(error)) throw error
      if (failures % 20 === 0) onTrouble?.(error)
      await sleep(Math.min(longest, 50 * 2 ** Math.min(failures, 8)), undefined, { signal }).catch(() => {})
    }
  }
}
