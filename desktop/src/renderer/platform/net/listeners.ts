// Who is called back when something happens: a list that only grows by those who ask, and shrinks when they stop.

export interface Listeners<A extends unknown[] = []> {
  /** Returns the way to stop. */
  add(fn: (...args: A) => void): () => void
  notify(...args: A): void
}

export function createListeners<A extends unknown[] = []>(): Listeners<A> {
  const listeners = new Set<(...args: A) => void>()
  return {
    add: (fn) => {
      listeners.add(fn)
      return () => void listeners.delete(fn)
    },
    notify: (...args) => listeners.forEach((fn) => fn(...args))
  }
}
