// What changes while a load is under way: done once more over its answer, which may not know of it yet.

interface Load<S> {
  /** False when a later one has begun, this one is over, or the login has ended. */
  isNewest: () => boolean
  /** The answer with everything that changed since this load began. */
  over: (answered: S) => S
  /** It was answered or has failed: nothing is noted for it any more. */
  end: () => void
}

export interface Meanwhile<S> {
  begin: () => Load<S>
  /** Remembers a change for the load that is under way, if one is. */
  note: (change: (now: S) => S) => void
  /** The load that is under way is not waited for any more. */
  drop: () => void
}

/** One for each thing that is loaded: a later load takes the place of the one before. */
export function createMeanwhile<S>(): Meanwhile<S> {
  let sinceBegun: ((now: S) => S)[] | null = null
  return {
    begin: () => {
      const changes: ((now: S) => S)[] = []
      sinceBegun = changes
      return {
        isNewest: () => sinceBegun === changes,
        over: (answered) => changes.reduce((now, change) => change(now), answered),
        end: () => {
          if (sinceBegun === changes) sinceBegun = null
        }
      }
    },
    note: (change) => void sinceBegun?.push(change),
    drop: () => {
      sinceBegun = null
    }
  }
}
