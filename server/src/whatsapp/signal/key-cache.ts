// Memory of Signal keys, bounded over all sessions of the process; it also remembers that a key does not exist.

/** A key's value, a key that is known to be absent, or a key nothing is known of. */
export type Remembered = { found: true; value: unknown } | { found: false } | undefined

export interface SessionKeys {
  get(type: string, id: string): Remembered
  /** `size` in bytes, of the encoded value. Null: the key does not exist. */
  put(type: string, id: string, value: unknown, size: number): void
  /** Keeps encrypted bytes; they are opened when the key is first asked for. */
  putSealed(type: string, id: string, sealed: Buffer): void
  /** Every key of the session is here: what is not found does not exist, until something has to go. */
  markComplete(): void
  close(): void
}

interface Entry {
  owner: Owner
  value: unknown
  sealed: Buffer | null
  size: number
}

interface Owner {
  prefix: string
  isComplete: boolean
}

export interface KeyCache {
  open(unseal: (sealed: Buffer) => unknown): SessionKeys
  /** Bytes in use, by estimate. */
  readonly size: number
}

/** Objects take about this many times their encoded bytes; every entry has its own cost beside that. */
const objectFactor = 2
const entryCost = 200

/** Keeps at most `maxBytes`; the least recently used keys of any session go first. */
export function createKeyCache(maxBytes: number): KeyCache {
  const entries = new Map<string, Entry>()
  let used = 0
  let sessions = 0

  const remove = (key: string, entry: Entry) => {
    entries.delete(key)
    used -= entry.size
  }
  const insert = (key: string, entry: Entry) => {
    const old = entries.get(key)
    if (old) remove(key, old)
    entries.set(key, entry)
    used += entry.size
    if (used <= maxBytes) return
    for (const [oldest, one] of entries) {
      if (used <= maxBytes * 0.95) break
      remove(oldest, one)
      one.owner.isComplete = false
    }
  }

  return {
    get size() {
      return used
    },
    open: (unseal) => {
      const owner: Owner = { prefix: `${++sessions}:`, isComplete: false }
      const keyOf = (type: string, id: string) => `${owner.prefix}${type}:${id}`
      return {
        get: (type, id) => {
          const key = keyOf(type, id)
          const entry = entries.get(key)
          if (!entry) return owner.isComplete ? { found: false } : undefined
          entries.delete(key)
          entries.set(key, entry)
          if (entry.sealed) {
            entry.value = unseal(entry.sealed)
            entry.sealed = null
          }
          return entry.value === null ? { found: false } : { found: true, value: entry.value }
        },
        put: (type, id, value, size) => {
          const key = keyOf(type, id)
          const old = entries.get(key)
          if (value === null && owner.isComplete) return old ? remove(key, old) : undefined
          insert(key, { owner, value, sealed: null, size: entryCost + size * objectFactor })
        },
        putSealed: (type, id, sealed) =>
          insert(keyOf(type, id), { owner, value: null, sealed, size: entryCost + sealed.length * objectFactor }),
        markComplete: () => {
          owner.isComplete = true
        },
        close: () => {
          owner.isComplete = false
          for (const [key, entry] of entries) if (entry.owner === owner) remove(key, entry)
        }
      }
    }
  }
}
