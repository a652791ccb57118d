// Whose file is read next: one at a time, the companies in turn, and what a person waits for before what nobody watches.
import { ReaderBusy } from './reader-errors.ts'

export interface Waiter {
  companyId: number
  /** Milliseconds that a person at a screen waits for the file's turn; null for work that nobody waits for. */
  longestWait: number | null
}

/** Files of a company that may wait, of each kind. */
const mostWaiting = 20

interface Line {
  /** Takes the next one of the company whose turn it is. */
  next(): (() => void) | null
  /** Errors: ReaderBusy when the company has its share already. */
  add(companyId: number, begin: () => void): void
  remove(companyId: number, begin: () => void): void
}

function createLine(): Line {
  /** In the order of their turns; a company that had one goes to the end. */
  const companies = new Map<number, (() => void)[]>()
  return {
    next: () => {
      const [first] = companies
      if (!first) return null
      const [companyId, waiting] = first
      const begin = waiting.shift() ?? null
      companies.delete(companyId)
      if (waiting.length > 0) companies.set(companyId, waiting)
      return begin
    },
    add: (companyId, begin) => {
      const waiting = companies.get(companyId) ?? []
      if (waiting.length >= mostWaiting) throw new ReaderBusy()
      waiting.push(begin)
      companies.set(companyId, waiting)
    },
    remove: (companyId, begin) => {
      const left = (companies.get(companyId) ?? []).filter((one) => one !== begin)
      if (left.length > 0) companies.set(companyId, left)
      else companies.delete(companyId)
    }
  }
}

/**
 * Makes the turns of a reader: `take` resolves with the function that ends the turn. Errors: ReaderBusy, at once when too
 * many of the company wait, or when `longestWait` is over.
 */
export function createFairQueue(): (waiter: Waiter) => Promise<() => void> {
  const [watched, unwatched] = [createLine(), createLine()]
  let isTaken = false
  let wasWatched = false

  const pass = (): void => {
    // After a file that somebody waited for comes one of the others, so that uploads without an end stop nothing either.
    const order = wasWatched ? [unwatched, watched] : [watched, unwatched]
    for (const line of order) {
      const begin = line.next()
      if (!begin) continue
      wasWatched = line === watched
      return begin()
    }
    isTaken = false
  }

  return ({ companyId, longestWait }) => {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    if (!isTaken) {
      isTaken = true
      wasWatched = longestWait !== null
      resolve(pass)
      return promise
    }
    const line = longestWait === null ? unwatched : watched
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = (): void => {
      clearTimeout(timer)
      resolve(pass)
    }
    try {
      line.add(companyId, begin)
    } catch (error) {
      reject(error)
      return promise
    }
    if (longestWait !== null) {
      timer = setTimeout(() => {
        line.remove(companyId, begin)
        reject(new ReaderBusy())
      }, longestWait)
    }
    return promise
  }
}
