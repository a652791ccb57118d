// The rows of a thread as far as they are loaded: one stretch up to the newest, and perhaps one of the past beside it.
import type { Row, Stamp } from './stamp.ts'

/** Nothing is missing between two of its rows. */
export interface Stretch<T> {
  /** Oldest first, each once. */
  rows: readonly T[]
  /** Older ones exist beyond the first. */
  hasOlder: boolean
  /** The company's event number that every page in it is true for; null where nobody has said. */
  loadedTo: number | null
}

/** The stretch up to the newest row. */
export interface Newest<T> extends Stretch<T> {
  /** A page has been loaded; before that events only wait here for it. */
  isLoaded: boolean
}

export const emptyNewest: Newest<never> = { rows: [], hasOlder: true, isLoaded: false, loadedTo: null }

/** Less than zero when the first comes before the second. */
export type Order<T> = (a: T, b: T) => number

type Ids<T extends Row> = ReadonlySet<T['id']>

export const idsOf = <T extends Row>(rows: readonly T[]): Ids<T> => new Set(rows.map(({ id }) => id))

const without = <T extends Row>(rows: readonly T[], ids: Ids<T>): T[] => rows.filter(({ id }) => !ids.has(id))

const leastOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.min(a, b)

/** In its place among the others; most are new, and the last. */
function inserted<T extends Row>(rows: readonly T[], row: T, order: Order<T>): T[] {
  const last = rows.at(-1)
  const all = [...rows, row]
  return last === undefined || order(row, last) > 0 ? all : all.sort(order)
}

/** A row that was received, and what it is true for. */
export interface Received<T> {
  row: T
  stamp: Stamp
}

function placed<T extends Row, S extends Stretch<T>>(
  stretch: S,
  { row, stamp }: Received<T>,
  order: Order<T>,
  isWithin: (others: readonly T[]) => boolean
): S {
  const { rows, loadedTo } = stretch
  const at = rows.findLastIndex(({ id }) => id === row.id)
  const known = rows[at]
  if (known === row) return stretch
  if (known && order(known, row) === 0) return { ...stretch, rows: rows.with(at, row) }
  // The pages that would hold it by now were answered without it: it has left since.
  if (!known && loadedTo !== null && stamp.isNumbered && stamp.seq <= loadedTo) return stretch
  const others = known ? rows.toSpliced(at, 1) : rows
  if (isWithin(others)) return { ...stretch, rows: inserted(others, row, order) }
  return known ? { ...stretch, rows: others } : stretch
}

/** With a row, new or changed. */
export function withRow<T extends Row>(newest: Newest<T>, received: Received<T>, order: Order<T>): Newest<T> {
  const first = newest.rows[0]
  // Further back it would stand there as if nothing were missing up to it.
  const isOpen = !newest.isLoaded || !newest.hasOlder || first === undefined
  return placed(newest, received, order, () => isOpen || order(received.row, first) >= 0)
}

/** The same for a stretch of the past, which takes in what lies between its ends. */
export function withPastRow<T extends Row>(past: Stretch<T>, received: Received<T>, order: Order<T>): Stretch<T> {
  return placed(past, received, order, (others) => {
    const [first, last] = [others[0], others.at(-1)]
    return first !== undefined && last !== undefined && order(first, received.row) < 0 && order(received.row, last) < 0
  })
}

export function withoutRow<T extends Row, S extends Stretch<T>>(stretch: S, id: T['id']): S {
  const isHere = stretch.rows.some((row) => row.id === id)
  return isHere ? { ...stretch, rows: stretch.rows.filter((row) => row.id !== id) } : stretch
}

interface Known<T extends Row> {
  /** Rows between which nothing was missing when the page was asked for. */
  sure: Ids<T>
  order: Order<T>
}

/** The known rows where an answer says the same, so that nothing is drawn again. */
const unlessSame = <T extends Row>(known: readonly T[], rows: readonly T[]): readonly T[] =>
  rows.length === known.length && rows.every((row, index) => row === known[index]) ? known : rows

/** The newest page, fetched afresh, and what is loaded before it, where it goes on from there: they share a row then. */
export function withNewestPage<T extends Row>(
  newest: Newest<T>,
  page: Stretch<T>,
  { sure, order }: Known<T>
): Newest<T> {
  const first = page.rows[0]
  const touches = page.hasOlder && page.rows.some(({ id }) => sure.has(id))
  if (!touches || first === undefined) return { ...page, rows: unlessSame(newest.rows, page.rows), isLoaded: true }
  const ids = idsOf(page.rows)
  const older = newest.rows.filter((row) => !ids.has(row.id) && order(row, first) < 0)
  return {
    rows: unlessSame(newest.rows, [...older, ...page.rows].sort(order)),
    hasOlder: newest.hasOlder,
    loadedTo: leastOf(newest.loadedTo, page.loadedTo),
    isLoaded: true
  }
}

/** With a page before its first row. */
export function withOlderPage<T extends Row, S extends Stretch<T>>(stretch: S, page: Stretch<T>, order: Order<T>): S {
  return {
    ...stretch,
    rows: [...without(stretch.rows, idsOf(page.rows)), ...page.rows].sort(order),
    hasOlder: page.hasOlder,
    loadedTo: leastOf(stretch.loadedTo, page.loadedTo)
  }
}

/** Lets the oldest go, so that a long day does not fill the memory. */
export function trimmed<T>(newest: Newest<T>, most: number): Newest<T> {
  return newest.rows.length <= most ? newest : { ...newest, rows: newest.rows.slice(-most), hasOlder: true }
}

/** A stretch of the past with a page around one of its rows; they are one when they share a row. */
export function pastAround<T extends Row>(past: Stretch<T> | null, page: Stretch<T>): Stretch<T> {
  const ids = idsOf(page.rows)
  const touches = past?.rows.some(({ id }) => ids.has(id)) === true
  const from = past?.rows.findIndex(({ id }) => id === page.rows[0]?.id) ?? -1
  if (past === null || !touches || from <= 0) return page
  return {
    rows: [...past.rows.slice(0, from), ...page.rows],
    hasOlder: past.hasOlder,
    loadedTo: leastOf(past.loadedTo, page.loadedTo)
  }
}

/** Joins a stretch of the past to the newest once they touch; null while they do not. */
export function joined<T extends Row>(newest: Newest<T>, past: Stretch<T>, order: Order<T>): Newest<T> | null {
  const ids = idsOf(past.rows)
  if (!newest.isLoaded || !newest.rows.some(({ id }) => ids.has(id))) return null
  const rows = [...without(past.rows, idsOf(newest.rows)), ...newest.rows].sort(order)
  const isDeeper = rows[0]?.id === past.rows[0]?.id
  return {
    rows,
    hasOlder: isDeeper ? past.hasOlder : newest.hasOlder,
    loadedTo: leastOf(newest.loadedTo, past.loadedTo),
    isLoaded: true
  }
}
