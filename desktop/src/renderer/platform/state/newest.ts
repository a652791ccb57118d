// Tells the answer to the newest question from those that something else has overtaken.

export interface Newest {
  /** Asks: what was asked before is too late now. The answer tells whether this still is the newest. */
  begin(): () => boolean
  /** Joins what was asked last, and is too late together with it. */
  join(): () => boolean
  /** Makes everything too late that is under way. */
  outdate(): void
}

export function createNewest(): Newest {
  let newest = 0
  const join = (): (() => boolean) => {
    const mine = newest
    return () => mine === newest
  }
  const outdate = (): void => {
    newest++
  }
  return {
    begin: () => {
      outdate()
      return join()
    },
    join,
    outdate
  }
}
