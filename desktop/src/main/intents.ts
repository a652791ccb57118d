// What people asked for outside the console, until the console takes it: a place to open, a reply to send.
import type { Intent } from '#bridge/notification-channels.ts'

/** Beyond it the oldest openings are dropped; replies never are. */
const mostOpenings = 1

export interface Intents {
  add(intent: Intent): void
  /** Hands everything over, oldest first. */
  take(): Intent[]
}

/** `tell` is called when something waits; nobody may be there to hear it, and then it simply waits on. */
export const createIntents = (tell: () => void): Intents => {
  let waiting: Intent[] = []
  return {
    add: (intent) => {
      // Of several places only the last one is wanted.
      const openings = waiting.filter(({ kind }) => kind === 'open')
      if (intent.kind === 'open' && openings.length >= mostOpenings) {
        waiting = waiting.filter((one) => one !== openings[0])
      }
      waiting.push(intent)
      tell()
    },
    take: () => waiting.splice(0)
  }
}
