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
}

export const emptyWindow: Window<never> = { ids: [], count: 0, hasMore: false, gone: new Set(), isKnown: false }

/** What a list is of. */
export interface Rules<T extends Row> {
  /** Whether rows belong to it that nobody has searched for. */
  filter: (row: T) => boolean
  /** Null without a search. */
  finds: ((row: T) => boolean) | null
  sorted: (ids: readonly T['id'][]) => readonly T['id'][]
}

function without<T extends Row>(window: Window<T>, id: T['id'], { finds }: Rules<T>): Window<T> {
  const ids = window.ids.filter((other) => other !== id)
  const isHere = ids.length < window.ids.length
  // Without a search every row is counted, also those of pages that have not been loaded.
  const isElsewhere = !isHere && window.hasMore && finds === null && !window.gone.has(id)
  return { ...window, ids, count: window.count - (isHere || isElsewhere ? 1 : 0), gone: new Set(window.gone).add(id) }
}

function within<T extends Row>(window: Window<T>, { id, isNew }: Change<T>, { finds, sorted }: Rules<T>): Window<T> {
  const isBack = window.gone.has(id)
  // One that is not new and is not here stands on a page that has not been loaded: it is counted already.
  if (!window.isKnown || (!isBack && !isNew && window.hasMore && finds === null)) return window
  const gone = new Set(window.gone)
  gone.delete(id)
  return { ...window, ids: sorted([id, ...window.ids]), count: window.count + 1, gone }
}

/** The list after a change: rows enter, leave, or stay where they are. */
export function applyChange<T extends Row>(window: Window<T>, change: Change<T>, rules: Rules<T>): Window<T> {
  const { id, row } = change
  if (row === undefined) return without(window, id, rules)
  const isHere = window.ids.includes(id)
  if (isHere) return rules.filter(row) ? window : without(window, id, rules)
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
  const { ids, count, hasMore } = answered
  const missed = noted.filter(({ change }) => !knows(answered.asOf, change.stamp))
  const first: Window<T> = { ids, count, hasMore, gone: new Set(), isKnown: true }
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
  return { ...window, ids: [...new Set([...window.ids, ...answered.ids])], count, hasMore: answered.hasMore }
}
