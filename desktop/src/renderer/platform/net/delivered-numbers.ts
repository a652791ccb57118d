// Which numbers of the company's order have been delivered: all up to one, and some ahead of it.

export interface Delivered {
  /** Nothing up to this number is missing; null before the start. */
  complete(): number | null
  /** Before the start nothing is missing either. */
  has(seq: number): boolean
  add(seq: number): void
  /** Nothing up to this number is missing any more. */
  moveTo(seq: number): void
  /** The newest number above what is complete; -Infinity for none. */
  newestAhead(): number
  reset(): void
}

export function createDelivered(): Delivered {
  let complete: number | null = null
  let ahead = new Set<number>()
  const moveTo = (seq: number): void => {
    complete = Math.max(complete ?? seq, seq)
    while (ahead.delete(complete + 1)) complete++
    for (const number of ahead) if (number <= complete) ahead.delete(number)
  }
  return {
    complete: () => complete,
    has: (seq) => complete === null || seq <= complete || ahead.has(seq),
    add: (seq) => {
      if (complete === null || seq === complete + 1) moveTo(seq)
      else ahead.add(seq)
    },
    moveTo,
    newestAhead: () => Math.max(...ahead),
    reset: () => {
      complete = null
      ahead = new Set()
    }
  }
}
