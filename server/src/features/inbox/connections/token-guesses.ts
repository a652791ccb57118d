// Guesses at tokens are limited, for each network and for all of them, wherever they are tried: over HTTP and WebSockets.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { networkOf } from '#platform/http/caller-address.ts'

/** Different wrong tokens a minute of one network. The same one again is a program that nobody told, and no guess. */
const mostOfNetwork = 20
/** Different wrong tokens a minute of all networks together. */
const mostOfAll = 300
/** Milliseconds after which the counts start anew. */
const span = 60_000
/** Milliseconds for which it is known that a token was let in. */
const lately = 24 * 3_600_000
/** Tokens that are remembered; beyond it the memory starts anew. */
const remembered = 10_000

const counted = { since: 0, all: 0, ofNetwork: new Map<string, Set<string>>() }
/** When a token was last let in, by its hash, and by its hash and network. */
const letIn = new Map<string, number>()

const wasLetIn = (key: string, now: number): boolean => now - (letIn.get(key) ?? -Infinity) < lately

function remember(keys: string[], now: number): void {
  if (letIn.size >= remembered && !keys.every((key) => letIn.has(key))) letIn.clear()
  for (const key of keys) letIn.set(key, now)
}

interface Guess {
  /** Somebody has the token: it was no guess. */
  right(): void
  /** Nobody has it (any more). */
  wrong(): void
}

/**
 * Counts a try before its answer is known, so that many at once are no way around. A token that was let in lately from the
 * same network is not counted. One that was let in lately from elsewhere passes when all networks together have guessed too
 * much, or a guesser would shut everybody out; it does not pass where its own network has, so that a guesser is told nothing.
 * Errors: ERR_TOO_MANY_REQUESTS with the seconds to wait.
 */
export function countGuess(hash: string, address: string, at: Date): Guess {
  const [network, now] = [networkOf(address), at.getTime()]
  const here = `${hash} ${network}`
  if (now - counted.since >= span || now < counted.since) {
    Object.assign(counted, { since: now, all: 0 })
    counted.ofNetwork.clear()
  }
  const tried = counted.ofNetwork.get(network) ?? new Set<string>()
  if (!wasLetIn(here, now) && !tried.has(hash)) {
    if (tried.size >= mostOfNetwork || (counted.all >= mostOfAll && !wasLetIn(hash, now))) {
      const seconds = Math.ceil((counted.since + span - now) / 1_000)
      throw new AppError('ERR_TOO_MANY_REQUESTS', { values: { seconds } })
    }
    counted.ofNetwork.set(network, tried.add(hash))
    counted.all++
  }
  return {
    right: () => {
      if (counted.ofNetwork.get(network)?.delete(hash)) counted.all--
      remember([hash, here], now)
    },
    wrong: () => {
      letIn.delete(hash)
      letIn.delete(here)
    }
  }
}
