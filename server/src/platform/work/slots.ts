// A limit on how much of something happens at once; the next in line goes on when a place is free.

export interface Slots {
  /** Resolves with the function that frees the place. */
  take(): Promise<() => void>
}

/** Makes `count` places. */
export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = []
  let free = count
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return {
    take: async () => {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      let isFreed = false
      return () => {
        if (!isFreed) release()
        isFreed = true
      }
    }
  }
}

/** Runs work under a key as soon as one of the key's places is free. */
export type KeyedSlots = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Makes `count` places for every key; a key without work takes no memory. */
export function createKeyedSlots(count: number): KeyedSlots {
  const keys = new Map<string, { slots: Slots; users: number }>()
  return async (key, work) => {
    const one = keys.get(key) ?? { slots: createSlots(count), users: 0 }
    keys.set(key, one)
    one.users++
    const free = await one.slots.take()
    try {
      return await work()
    } finally {
      free()
      if (--one.users === 0) keys.delete(key)
    }
  }
}
