// A lock for every key: work under one key runs one after the other, in the order it came.

export type KeyedLock = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Makes a set of locks; a key without work takes no memory. */
export function createKeyedLock(): KeyedLock {
  const tails = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = tails.get(key)
    const { promise: done, resolve } = Promise.withResolvers<void>()
    tails.set(key, done)
    if (before) await before
    try {
      return await work()
    } finally {
      resolve()
      if (tails.get(key) === done) tails.delete(key)
    }
  }
}
