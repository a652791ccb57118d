// Asks WhatsApp for the LIDs of phone numbers so that no answer, or an odd one, holds up or loses a message.
import type { ILogger } from '../wire/baileys-log.ts'
import { bare } from '../addresses/addresses.ts'
import { createTtlCache } from '../ttl-cache.ts'
import { NoAnswer, within } from '../within.ts'

interface Pair {
  pn: string
  lid: string
}
type Ask = (numbers: string[]) => Promise<Pair[] | undefined>

/** Numbers remembered to have no LID, and for how long, ms. */
const mostUnknown = 5000
const unknownFor = 60_000
/** Remembered in the place of a number when WhatsApp was silent: nobody is asked for meanwhile. */
const anybody = '*'

/** What Baileys can use: pairs that name a number as it was asked for. */
function usable(asked: string[], answered: Pair[]): Pair[] {
  const named = answered.map(({ pn, lid }) => ({ pn: bare(pn), lid }))
  const [only] = asked
  const [first] = named
  // WhatsApp may write a number in another way than it was asked for.
  if (only && first && asked.length === 1 && named.length === 1) return [{ ...first, pn: only }]
  return named.filter(({ pn }) => asked.includes(pn))
}

/** Makes the questions of one session, `patience` in ms. An error of WhatsApp means that the LID is not known, never that a message fails. */
export function createLidQuestions(log: ILogger, patience: number) {
  const unknown = createTtlCache(mostUnknown, unknownFor)
  return (ask: Ask | undefined): Ask =>
    async (numbers) => {
      const open = numbers.filter((number) => !unknown.get(number))
      if (!ask || open.length === 0 || unknown.get(anybody)) return []
      const answer = await within(patience, ask(open)).catch((error: unknown) => {
        log.warn({ err: error }, 'WhatsApp does not tell the LIDs of numbers')
        // The messages of all people stand in one line behind the one that waits.
        if (error instanceof NoAnswer) unknown.set(anybody, true)
        return null
      })
      // Nobody waits for the same silence with every message.
      const pairs = usable(open, answer ?? [])
      for (const number of open) if (!pairs.some(({ pn }) => pn === number)) unknown.set(number, true)
      return pairs
    }
}
