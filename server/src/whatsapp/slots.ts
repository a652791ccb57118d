// A limit on how much of something happens at once; the next in line goes on when a place is free.

export interface Slots {
  /** Resolves with the function that frees the place. */
  take(): Promise<() => void>
}

/** Makes `count` places. */
export const createSlots = (count: number): Slots => {
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
