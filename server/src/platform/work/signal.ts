// Tells one that works or waits that there may be more to do; what is told before the wait counts.

export interface Signal {
  set(): void
  isSet(): boolean
  /** Before a look: what is told from here on may not be seen by it. */
  clear(): void
  /** Resolves with the next `set` from now on. */
  next(): Promise<void>
  /** Resolves when it is set, or was since the last `clear` or `wait`, or after so many milliseconds. */
  wait(ms: number): Promise<void>
}

/** Makes a signal for one who waits. */
export function createSignal(): Signal {
  let isSet = false
  let answer = () => {}
  const next = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    answer = resolve
    return promise
  }
  return {
    set: () => {
      isSet = true
      answer()
    },
    isSet: () => isSet,
    clear: () => void (isSet = false),
    next,
    wait: async (ms) => {
      if (!isSet && ms > 0) {
        const timer = setTimeout(() => answer(), ms)
        await next()
        clearTimeout(timer)
      }
      isSet = false
    }
  }
}
