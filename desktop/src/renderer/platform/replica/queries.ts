// A list over entities: the rows of its window as they look here, kept by events through its filter, in its order.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { untimed } from '../net/as-of.ts'
import { drawnAlone, pruneEntities, takeEntities, type Change, type Entities } from './entities.ts'
import { beginReading, type Reading } from './reading.ts'
import type { Row } from './stamp.ts'
import {
  applyChange,
  emptyWindow,
  withFirstPage,
  withNextPage,
  type Answered,
  type Noted,
  type Rules,
  type Window
} from './window.ts'

export interface ListState<T> {
  items: T[]
  count: number
  hasMore: boolean
  search: string
  /** `loading`: nothing to show yet; `more`: a further page comes; `refreshing`: shown and asked again. */
  phase: 'idle' | 'loading' | 'more' | 'refreshing' | 'ready' | 'failed'
  /** Why the last load failed; `ready` with one shows what was known before it. */
  error: unknown
}

export interface QueryRules<T extends Row> {
  /** Order of the list; without one, new rows come first. */
  compare?: ((a: T, b: T) => number) | undefined
  /** Whether a known row that changes goes where `compare` says, instead of staying where it is. */
  isResorted?: boolean | undefined
  /** Whether a row that an event brings belongs to a search; without one, new rows wait for the next load. */
  matches?: ((row: T, search: string) => boolean) | undefined
  /** Whether a row belongs to the list at all. */
  filter?: ((row: T) => boolean) | undefined
}

interface Load<T extends Row> extends Reading {
  search: string
  noted: Noted<T>[]
}

export interface Query<T extends Row> {
  use: UseBoundStore<StoreApi<ListState<T>>>
  entities: Entities<T>
  rules: QueryRules<T>
  window: Window<T>
  /** What the rows that are shown were searched by. */
  shownSearch: string
  /** The load that is waited for; a later one takes its place. */
  load: Load<T> | null
  /** How many of the rows that are loaded have gone since the last page came. */
  moved: number
}

const emptyState: ListState<never> = { items: [], count: 0, hasMore: false, search: '', phase: 'idle', error: null }

export function createQuery<T extends Row>(entities: Entities<T>, rules: QueryRules<T>): Query<T> {
  const query: Query<T> = {
    use: create<ListState<T>>(() => emptyState),
    entities,
    rules,
    window: emptyWindow,
    shownSearch: '',
    load: null,
    moved: 0
  }
  entities.queries.push({
    isUsed: () => query.use.getState().phase !== 'idle',
    holds: (id) => query.window.ids.includes(id),
    onChanges: (changes) => applyChanges(query, changes)
  })
  return query
}

/** Ids in the order of the list; what is drawn away stands behind. */
function sorted<T extends Row>({ entities, rules: { compare } }: Query<T>, ids: readonly T['id'][]) {
  if (!compare) return ids
  const { rows } = entities.use.getState()
  const present = ids.flatMap((id) => rows.get(id) ?? [])
  return [...present.toSorted(compare).map(({ id }) => id), ...ids.filter((id) => !rows.has(id))]
}

function rulesFor<T extends Row>(query: Query<T>, search: string): Rules<T> {
  const { filter, matches } = query.rules
  return {
    filter: (row) => filter?.(row) ?? true,
    finds: search === '' ? null : (row) => matches?.(row, search) === true,
    sorted: (ids) => sorted(query, ids)
  }
}

/** Shows the rows of the window as they look now. */
export function showWindow<T extends Row>(query: Query<T>, part: Partial<ListState<T>> = {}): void {
  const { use, entities, window, rules, shownSearch } = query
  const { filter, finds } = rulesFor(query, shownSearch)
  const { rows } = entities.use.getState()
  const added = drawnAlone(entities).filter(
    (row) => !window.ids.includes(row.id) && filter(row) && (finds?.(row) ?? true)
  )
  const shown = [...window.ids.flatMap((id) => rows.get(id) ?? []), ...added]
  const isSorted = rules.compare && (rules.isResorted === true || added.length > 0)
  const next = isSorted && rules.compare ? shown.toSorted(rules.compare) : shown
  const { items } = use.getState()
  const isSame = items.length === next.length && items.every((row, index) => row === next[index])
  const { count, hasMore } = window
  use.setState({ items: isSame ? items : next, count, hasMore, ...part })
}

/** Whether one of the rows that were asked for has gone: those behind it have moved up. */
function movesOthers<T extends Row>({ load, window }: Query<T>, { id, row }: Change<T>, { filter }: Rules<T>): boolean {
  if (row !== undefined && filter(row)) return false
  return window.ids.includes(id) || (row === undefined && load !== null && !window.gone.has(id))
}

function applyChanges<T extends Row>(query: Query<T>, changes: readonly Change<T>[]): void {
  const rules = rulesFor(query, query.shownSearch)
  for (const change of changes) {
    if (change.source !== 'news') continue
    if (movesOthers(query, change, rules)) query.moved++
    const { count } = query.window
    query.window = applyChange(query.window, change, rules)
    query.load?.noted.push({ change, counted: query.window.count - count })
  }
  showWindow(query)
}

/** Begins to load: whatever comes in from now on is noted for the answer. */
export function beginLoad<T extends Row>(query: Query<T>, search = ''): Load<T> {
  const load = { ...beginReading(), search, noted: [] }
  query.load = load
  return load
}

/** It was answered or has failed, and is not waited for any more. */
export function endLoad<T extends Row>(query: Query<T>, load: Load<T>): void {
  load.end()
  if (query.load === load) query.load = null
}

export interface LoadedPage<T extends Row> {
  items: readonly T[]
  count: number
  hasMore: boolean
}

/** Takes a page in that was asked for with `load`. */
export function takePage<T extends Row>(
  query: Query<T>,
  load: Load<T>,
  { items, count, hasMore, isFirst }: LoadedPage<T> & { isFirst: boolean }
): void {
  const { entities } = query
  const asOf = load.asOf()
  const newer = takeEntities(entities, items, asOf)
  const rules = rulesFor(query, load.search)
  const answered: Answered<T> = { ids: items.map(({ id }) => id), count, hasMore, asOf }
  query.shownSearch = load.search
  if (isFirst) query.window = withFirstPage(answered, load.noted, rules)
  else {
    const { rows } = entities.use.getState()
    const isLeft = (id: T['id']) => newer.has(id) && !(rows.has(id) && rules.filter(rows.get(id) as T))
    const ids = answered.ids.filter((id) => !isLeft(id))
    query.window = withNextPage(query.window, { ...answered, ids }, load.noted)
  }
  if (isFirst) pruneEntities(entities)
}

/** Shows rows of an earlier visit until they are asked for. */
export function seedWindow<T extends Row>(query: Query<T>, rows: readonly T[]): void {
  takeEntities(query.entities, rows, untimed)
  query.window = { ...emptyWindow, ids: rows.map(({ id }) => id) }
  showWindow(query)
}

/** The login is over; its entities empty themselves. */
export function emptyQuery<T extends Row>(query: Query<T>): void {
  query.window = emptyWindow
  query.shownSearch = ''
  query.load = null
  query.moved = 0
  query.use.setState(emptyState)
}
