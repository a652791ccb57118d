// Runs pieces of work one after the other, so that no late answer undoes what was decided meanwhile.

export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>

/** What fails is told to its own caller, and to `onFailed`; the rest goes on. */
export function createSerialQueue(onFailed: (error: unknown) => void = () => undefined): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(onFailed)
    return next
  }
}
