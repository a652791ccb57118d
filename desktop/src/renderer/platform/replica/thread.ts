// One thread as far as it is loaded: a window over its rows that events and pages keep, with what was just done drawn over it.
import {
  createEntities,
  drawEntity,
  pruneEntities,
  putEntity,
  takeEntities,
  type Change,
  type Entities,
  type News
} from './entities.ts'
import type { AsOf } from '../net/as-of.ts'
import { drawPart } from './optimistic.ts'
import type { Read, Reading } from './reading.ts'
import { untold, type Row } from './stamp.ts'
import {
  emptyNewest,
  idsOf,
  trimmed,
  withoutRow,
  withPastRow,
  withRow,
  type Newest,
  type Order,
  type Stretch
} from './stretch.ts'

export interface ThreadState<T extends Row> {
  /** As the server knows it. */
  newest: Newest<T>
  /** A stretch of the past that is looked at instead of the newest. */
  past: Stretch<T> | null
  /** What is looked at, with what was just done to it. */
  shown: Stretch<T>
  phase: 'idle' | 'loading' | 'refreshing' | 'ready' | 'failed'
  error: unknown
  isLoadingOlder: boolean
  isLoadingNewer: boolean
  /** A row that was jumped to and is to be shown; a new object jumps once more. */
  target: { id: T['id'] } | null
}

export const emptyState: ThreadState<never> = {
  newest: emptyNewest,
  past: null,
  shown: emptyNewest,
  phase: 'idle',
  error: null,
  isLoadingOlder: false,
  isLoadingNewer: false,
  target: null
}

/** The newest page, the one before a row, or the rows around one. */
export interface ThreadQuery<T extends Row> {
  before?: T['id']
  around?: T['id']
}

export interface ThreadPage<T> {
  rows: readonly T[]
  hasMore: boolean
}

export interface ThreadRules<T extends Row> {
  order: Order<T>
  fetchPage: (query: ThreadQuery<T>, read: Read) => Promise<ThreadPage<T>>
  /** Called with every change of the state. */
  onChange: () => void
}

export interface Thread<T extends Row> {
  entities: Entities<T>
  rules: ThreadRules<T>
  state: ThreadState<T>
  /** Rows of the newest stretch that came in before their turn: events that belong before them are still to come. */
  ahead: Set<T['id']>
  /** Rows between which nothing was missing before events were missed; null when none have been. */
  sure: ReadonlySet<T['id']> | null
  /** The load of the newest page that is waited for. */
  load: Reading | null
}

export function createThread<T extends Row>(rules: ThreadRules<T>): Thread<T> {
  const thread: Thread<T> = {
    entities: createEntities(),
    rules,
    state: emptyState,
    ahead: new Set(),
    sure: null,
    load: null
  }
  thread.entities.queries.push({
    isUsed: () => true,
    holds: (id) => [thread.state.newest, thread.state.past].some((one) => one?.rows.some((row) => row.id === id)),
    onChanges: (changes) => applyChanges(thread, changes)
  })
  return thread
}

/** What is looked at as it looks here. */
function shownOf<T extends Row>({ entities, state: { newest, past } }: Thread<T>): Stretch<T> {
  const { drawings } = entities
  const looked = past ?? newest
  if (drawings.size === 0) return looked
  const { rows } = entities.use.getState()
  return { ...looked, rows: looked.rows.flatMap((row) => (drawings.has(row.id) ? (rows.get(row.id) ?? []) : row)) }
}

export function changeThread<T extends Row>(thread: Thread<T>, part: Partial<ThreadState<T>>): void {
  thread.state = { ...thread.state, ...part }
  thread.state.shown = shownOf(thread)
  thread.rules.onChange()
}

/** Has rows stand where they belong by now in what is loaded. */
function place<T extends Row>(thread: Thread<T>, ids: readonly T['id'][]): void {
  const { entities, rules } = thread
  let { newest, past } = thread.state
  for (const id of ids) {
    const { row, stamp } = entities.known.get(id) ?? { stamp: untold }
    newest = row ? withRow(newest, { row, stamp }, rules.order) : withoutRow(newest, id)
    past &&= row ? withPastRow(past, { row, stamp }, rules.order) : withoutRow(past, id)
  }
  thread.state = { ...thread.state, newest, past }
}

/** The same of rows that an answer holds, though what came before them may still be on its way. */
function placeAhead<T extends Row>(thread: Thread<T>, ids: readonly T['id'][]): void {
  const before = idsOf(thread.state.newest.rows)
  place(thread, ids)
  for (const id of ids) if (!before.has(id)) thread.ahead.add(id)
}

function applyChanges<T extends Row>(thread: Thread<T>, changes: readonly Change<T>[]): void {
  for (const { id, source, stamp } of changes) {
    // Whoever takes an answer in shows it.
    if (source === 'answer') return
    if (source === 'drawn') continue
    if (!stamp.isNumbered) placeAhead(thread, [id])
    else {
      place(thread, [id])
      thread.ahead.delete(id)
    }
  }
  changeThread(thread, {})
}

/** Puts in a row of an event, with its number, or of an own call, with its age. */
export const receiveRow = <T extends Row>({ entities }: Thread<T>, row: T, news: News): void =>
  putEntity(entities, row, news)

/** Takes in the rows of an answer; what comes back is what is known of them by now. */
export function takeRows<T extends Row>(thread: Thread<T>, { rows, hasMore }: ThreadPage<T>, asOf: AsOf): Stretch<T> {
  const { entities } = thread
  takeEntities(entities, rows, asOf)
  const ids = rows.map(({ id }) => id)
  placeAhead(thread, ids)
  return { rows: ids.flatMap((id) => entities.known.get(id)?.row ?? []), hasOlder: hasMore, loadedTo: asOf.seq }
}

/** Leaves the past. */
export const goToNewest = <T extends Row>(thread: Thread<T>): void => changeThread(thread, { past: null, target: null })

/** Lets go what lies far above the end. */
export function trimThread<T extends Row>(thread: Thread<T>, most: number): void {
  changeThread(thread, { newest: trimmed(thread.state.newest, most) })
  pruneEntities(thread.entities)
}

export interface StoredThread<T> {
  rows: readonly T[]
  hasOlder: boolean
  /** The company's order was complete up to here when it was stored. */
  seq: number
}

/** Puts in what was stored of it, below what has come since. */
export function seedThread<T extends Row>(thread: Thread<T>, { rows, hasOlder, seq }: StoredThread<T>): void {
  const { entities, rules, state } = thread
  const page = takeRows(thread, { rows, hasMore: hasOlder }, { seq, askedAt: 0 })
  const received = state.newest.rows.map((row) => ({ row, stamp: entities.known.get(row.id)?.stamp ?? untold }))
  const newest = received.reduce((all, one) => withRow(all, one, rules.order), { ...page, isLoaded: true })
  changeThread(thread, { newest, phase: state.phase === 'loading' ? 'refreshing' : state.phase })
}

/** Draws a change of a row at once while `work` asks the server for it. Errors: those of `work`. */
export const drawOnThread = <T extends Row, R>(
  thread: Thread<T>,
  { id, part }: { id: T['id']; part: Partial<T> },
  work: () => Promise<R>
): Promise<R> => drawEntity(thread.entities, { id, drawing: drawPart(part) }, work)
