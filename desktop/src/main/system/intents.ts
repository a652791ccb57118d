// Which place people asked for outside the console, until the console takes it.
import type { Intent } from '#bridge/notification-channels.ts'

export interface Intents {
  add(intent: Intent): void
  /** Hands over what waits. Of several places only the last one is wanted. */
  take(): Intent[]
  /** Whoever asked is gone. */
  clear(): void
}

/** `tell` is called when something waits; nobody may be there to hear it, and then it simply waits on. */
export function createIntents(tell: () => void): Intents {
  let waiting: Intent[] = []
  return {
    add: (intent) => {
      waiting = [intent]
      tell()
    },
    take: () => waiting.splice(0),
    clear: () => {
      waiting = []
    }
  }
}
