// Gathers events that come quickly one after the other, so that lists are drawn once for all of them.

/**
 * Milliseconds of which the events are taken in together. Each time draws lists anew, and a busy desk hears hundreds a
 * second; whatever comes alone is taken in at once.
 */
const batchLength = 100

export interface EventBatch<E> {
  add(event: E): void
  /** Takes in what waits, now. */
  flush(): void
  /** Lets go of what waits. */
  drop(): void
}

export function createEventBatch<E>(take: (event: E) => void): EventBatch<E> {
  let waiting: E[] = []
  let lastAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopTimer = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const flush = (): void => {
    stopTimer()
    lastAt = performance.now()
    for (const event of waiting.splice(0)) {
      try {
        take(event)
      } catch (error) {
        // One that goes wrong must not take those behind it along.
        reportError(error)
      }
    }
  }
  return {
    add: (event) => {
      waiting.push(event)
      const left = lastAt + batchLength - performance.now()
      // Nothing is drawn in a hidden window, and its timers are slow.
      if (left <= 0 || document.visibilityState === 'hidden') flush()
      else timer ??= setTimeout(flush, left)
    },
    flush,
    drop: () => {
      stopTimer()
      waiting = []
    }
  }
}
