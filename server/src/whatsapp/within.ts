// Waits for an answer of WhatsApp no longer than it is worth.
import { setTimeout as sleep } from 'node:timers/promises'

export class NoAnswer extends Error {}

/** What `work` gives, unless it takes longer than `patience` ms. Errors: what `work` throws; NoAnswer. */
export async function within<T>(patience: number, work: Promise<T>): Promise<T> {
  const silence = new AbortController()
  const tooLate = sleep(patience, undefined, { signal: silence.signal }).then(
    () => Promise.reject(new NoAnswer('no answer in time')),
    () => new Promise<never>(() => {})
  )
  // Nobody looks at what fails after its time.
  work.catch(() => {})
  try {
    return await Promise.race([work, tooLate])
  } finally {
    silence.abort()
  }
}
