// The newest event of each company that this node has seen committed: what is read afterwards holds it. No statement asks
// for it, and a number that is behind another node's is right as well: the answer holds more than it says.

export interface NewestSeqs {
  note(companyId: number, seq: unknown): void
  /** Undefined before the first event of the company on this node. */
  of(companyId: number): number | undefined
}

export function createNewestSeqs(): NewestSeqs {
  const newest = new Map<number, number>()
  return {
    note: (companyId, seq) => {
      if (typeof seq === 'number' && seq > (newest.get(companyId) ?? -1)) newest.set(companyId, seq)
    },
    of: (companyId) => newest.get(companyId)
  }
}
