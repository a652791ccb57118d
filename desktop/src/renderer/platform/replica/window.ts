// The rows of a list as far as they are loaded, and how many there are: changed by what comes in, and by answers.
import type { AsOf } from '../net/as-of.ts'
import type { Change } from './entities.ts'
import { knows, type Row } from './stamp.ts'

export interface Window<T extends Row> {
  ids: readonly T['id'][]
  /** Of all pages. */
  count: number
  hasMore: boolean
  /** What was taken out since the first page came: the call and the event both say so. */
  gone: ReadonlySet<T['id']>
  /** Before that a row that an event brings would stand there as if it were all. */
  isKnown: boolean
  /** Numbers of the company's events that every loaded page, and that the count, is true for; null where nobody has said. */
  loadedTo: number | null
  countedTo: number | null
}

export const emptyWindow: Window<never> = {
  ids: [],
  count: 0,
  hasMore: false,
  gone: new Set(),
  isKnown: false,
  loadedTo: null,
  countedTo: null
}

/** Whether an event was in an answer already that is true for `number`. */
const isIn = <T extends Row>({ stamp }: Change<T>, number: number | null): boolean =>
  number !== null && stamp.isNumbered && stamp.seq <= number

/** What a list is of. */
export interface Rules<T extends Row> {
  /** Whether rows belong to it that nobody has searched for. */
  filter: (row: T) => boolean
  /** Null without a search. */
  finds: ((row: T) => boolean) | null
  sorted: (ids: readonly T['id'][]) => readonly T['id'][]
}

function without<T extends Row>(window: Window<T>, change: Change<T>, { finds }: Rules<T>): Window<T> {
  const { id } = change
  const ids = window.ids.filter((other) => other !== id)
  const isHere = ids.length < window.ids.length
  // Without a search every row is counted, also those of pages that have not been loaded.
  const isElsewhere = !isHere && window.hasMore && finds === null && !window.gone.has(id)
  const counted = (isHere || isElsewhere) && !isIn(change, window.countedTo) ? 1 : 0
  return { ...window, ids, count: window.count - counted, gone: new Set(window.gone).add(id) }
}

function within<T extends Row>(window: Window<T>, change: Change<T>, { finds, sorted }: Rules<T>): Window<T> {
  const { id, isNew } = change
  const isBack = window.gone.has(id)
  // One that is not new and is not here stands on a page that has not been loaded: it is counted already.
  if (!window.isKnown) return window
  if (!isBack && (isIn(change, window.loadedTo) || (!isNew && window.hasMore && finds === null))) return window
  const gone = new Set(window.gone)
  gone.delete(id)
  return {
    ...window,
    ids: sorted([id, ...window.ids]),
    count: window.count + (isIn(change, window.countedTo) ? 0 : 1),
    gone
  }
}

/** The list after a change: rows enter, leave, or stay where they are. */
export function applyChange<T extends Row>(window: Window<T>, change: Change<T>, rules: Rules<T>): Window<T> {
  const { id, row } = change
  if (row === undefined) return without(window, change, rules)
  const isHere = window.ids.includes(id)
  if (isHere) return rules.filter(row) ? window : without(window, change, rules)
  return rules.filter(row) && (rules.finds?.(row) ?? true) ? within(window, change, rules) : window
}

/** A change that came in while a page was on its way, and by how much it changed the count. */
export interface Noted<T extends Row> {
  change: Change<T>
  counted: number
}

export interface Answered<T extends Row> {
  ids: readonly T['id'][]
  count: number
  hasMore: boolean
  asOf: AsOf
}

/** Whether the answer says for certain whether it has counted a change. */
const isCertain = <T extends Row>({ asOf }: Answered<T>, { stamp }: Change<T>): boolean =>
  asOf.seq !== null && stamp.isNumbered

/** The first page takes the place of what was there, but for what has happened since. */
export function withFirstPage<T extends Row>(
  answered: Answered<T>,
  noted: readonly Noted<T>[],
  rules: Rules<T>
): Window<T> {
  const { ids, count, hasMore, asOf } = answered
  const missed = noted.filter(({ change }) => !knows(answered.asOf, change.stamp))
  const numbers = { loadedTo: asOf.seq, countedTo: asOf.seq }
  const first: Window<T> = { ids, count, hasMore, gone: new Set(), isKnown: true, ...numbers }
  return missed.reduce((window, { change }) => {
    const next = applyChange(window, change, rules)
    // Of a row of another page nobody can say whether the answer has counted it.
    return hasMore && !isCertain(answered, change) ? { ...next, count: window.count } : next
  }, first)
}

/** A further page comes behind what is there, which holds what has happened since; only the count does not. */
export function withNextPage<T extends Row>(
  window: Window<T>,
  answered: Answered<T>,
  noted: readonly Noted<T>[]
): Window<T> {
  const missed = noted.filter(({ change }) => !knows(answered.asOf, change.stamp) && isCertain(answered, change))
  const count = missed.reduce((sum, { counted }) => sum + counted, answered.count)
  const { hasMore, asOf } = answered
  const loadedTo = window.loadedTo === null || asOf.seq === null ? null : Math.min(window.loadedTo, asOf.seq)
  return {
    ...window,
    ids: [...new Set([...window.ids, ...answered.ids])],
    count,
    hasMore,
    loadedTo,
    countedTo: asOf.seq
  }
}
