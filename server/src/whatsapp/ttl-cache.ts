// A bounded cache whose entries expire, in the shape Baileys takes for the caches that outlive a socket.

export interface TtlCache {
  get<T>(key: string): T | undefined
  set<T>(key: string, value: T): boolean
  del(key: string): number
  flushAll(): void
}

/** Keeps at most `max` entries, each for `ttl` ms after it was last set; the oldest go first. */
export function createTtlCache(max: number, ttl: number, now: () => number = Date.now): TtlCache {
  const entries = new Map<string, { value: unknown; until: number }>()
  return {
    get: <T>(key: string) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.until > now()) return entry.value as T
      entries.delete(key)
      return undefined
    },
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, { value, until: now() + ttl })
      if (entries.size > max) for (const [oldest] of entries.entries().take(1)) entries.delete(oldest)
      return true
    },
    del: (key) => Number(entries.delete(key)),
    flushAll: () => entries.clear()
  }
}
