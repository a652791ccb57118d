// Lets transactions tell of their events in the order of the numbers, though the answer to an earlier commit may come later.

export interface CommitPosition {
  /** Resolves when everybody before has told, or has nothing to tell. */
  ready: Promise<void>
  /** Lets the next ones tell. */
  end(): void
}

/** One line a company. Take a turn as soon as the numbers are known: they are given one transaction after the other. */
export function createCommitOrder(): (companies: Iterable<number>) => CommitPosition {
  const last = new Map<number, Promise<void>>()
  return (companies) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before: Promise<void>[] = []
    const own = new Set(companies)
    for (const company of own) {
      const one = last.get(company)
      if (one) before.push(one)
      last.set(company, promise)
    }
    void promise.then(() => {
      for (const company of own) if (last.get(company) === promise) last.delete(company)
    })
    return { ready: Promise.all(before).then(() => {}), end: resolve }
  }
}
