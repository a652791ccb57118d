// Small work that may wait, for the database too, and must not hold a socket back: one after the other, a failure is logged.
import type { Logger } from 'pino'
import { retryWhileDown } from '../database-trouble.ts'

export type BackgroundTasks = (what: string, work: () => Promise<void>) => void

const mostWaiting = 5000

/** Makes the line of one session; a flood loses its end. */
export function createBackgroundTasks(log: Logger): BackgroundTasks {
  let tail = Promise.resolve()
  let waiting = 0
  return (what, work) => {
    if (waiting >= mostWaiting) return
    waiting++
    tail = tail
      .then(() => retryWhileDown(work))
      .catch((error: unknown) => log.warn({ err: error }, `${what} could not be handed on`))
      .finally(() => void waiting--)
  }
}
