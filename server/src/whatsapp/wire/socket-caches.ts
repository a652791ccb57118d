// The caches of Baileys that outlive a socket.
import { createTtlCache } from '../ttl-cache.ts'

const minutes = 60_000

/** What one session keeps from socket to socket. */
export function createSocketCaches() {
  // WhatsApp tells every change of a device list, so a list is good for long; asking again renews Signal sessions.
  const told = createTtlCache(20_000, 12 * 60 * minutes)
  const guessed = createTtlCache(2000, minutes)
  return {
    retries: createTtlCache(10_000, 60 * minutes),
    calls: createTtlCache(500, 5 * minutes),
    placeholders: createTtlCache(1000, 60 * minutes),
    devices: { ...told, get: <T>(user: string) => told.get<T>(user) ?? guessed.get<T>(user) },
    /** Stand in for lists that WhatsApp does not tell. */
    guessedDevices: guessed,
    groups: createTtlCache(500, 10 * minutes),
    /** LIDs whose messages have just told their number themselves. */
    announcedPairs: createTtlCache(2000, minutes)
  }
}
export type SocketCaches = ReturnType<typeof createSocketCaches>
