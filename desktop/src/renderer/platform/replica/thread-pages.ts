// The loads of a thread: its newest page, the pages before it, and what lies around a row of its past.
import type { AsOf } from '../net/as-of.ts'
import { pruneEntities } from './entities.ts'
import { beginReading, type Reading } from './reading.ts'
import { knows, type Row } from './stamp.ts'
import {
  idsOf,
  joined,
  pastAround,
  withNewestPage,
  withOlderPage,
  withPastRow,
  withRow,
  type Received,
  type Stretch
} from './stretch.ts'
import { changeThread, goToNewest, takeRows, type Thread, type ThreadPage } from './thread.ts'

/** What an answer does not hold yet of what has been received. */
function receivedSince<T extends Row>({ entities }: Thread<T>, asOf: AsOf): Received<T>[] {
  return [...entities.known.values()].flatMap(({ row, stamp }) => (row && !knows(asOf, stamp) ? [{ row, stamp }] : []))
}

/** Takes in a page of the past, with what has come into it since. */
function takePage<T extends Row>(thread: Thread<T>, answered: ThreadPage<T>, asOf: AsOf): Stretch<T> {
  const page = takeRows(thread, answered, asOf)
  return receivedSince(thread, asOf).reduce((now, one) => withPastRow(now, one, thread.rules.order), page)
}

/** Nobody waits for an older answer any more: what no stretch holds need not be remembered for it. */
function endReading<T extends Row>(thread: Thread<T>, reading: Reading): void {
  reading.end()
  pruneEntities(thread.entities)
}

/** Rows between which nothing is missing. */
function sureOf<T extends Row>({ state: { newest }, ahead }: Thread<T>): ReadonlySet<T['id']> {
  return idsOf(newest.isLoaded ? newest.rows.filter(({ id }) => !ahead.has(id)) : [])
}

/** Fetches the newest page behind what is shown. */
export async function loadNewest<T extends Row>(thread: Thread<T>): Promise<void> {
  const { rules } = thread
  const load = beginReading()
  thread.load = load
  const sure = sureOf(thread)
  changeThread(thread, { phase: thread.state.newest.isLoaded ? 'refreshing' : 'loading', error: null })
  try {
    const answered = await rules.fetchPage({}, load.read)
    if (thread.load !== load) return
    const asOf = load.asOf()
    const page = takeRows(thread, answered, asOf)
    const known = { sure: thread.sure ?? sure, order: rules.order }
    const newest = withNewestPage(thread.state.newest, page, known)
    thread.sure = null
    for (const { id } of page.rows) thread.ahead.delete(id)
    changeThread(thread, {
      newest: receivedSince(thread, asOf).reduce((now, one) => withRow(now, one, rules.order), newest),
      phase: 'ready'
    })
  } catch (error) {
    if (thread.load === load) changeThread(thread, { phase: 'failed', error })
  } finally {
    if (thread.load === load) thread.load = null
    endReading(thread, load)
  }
}

/** Events were missed: what comes from now on may not follow what is here. */
export function noteGap<T extends Row>(thread: Thread<T>): void {
  thread.sure ??= sureOf(thread)
}

/** Rows have come in among those that are loaded: the next page takes the place of them all. */
export function outdateThread<T extends Row>(thread: Thread<T>): void {
  thread.sure = new Set()
}

/** Loads the page before the first row that is looked at. Errors: ApiError. */
export async function loadOlder<T extends Row>(thread: Thread<T>): Promise<void> {
  const { state, rules } = thread
  const stretch = state.past ?? state.newest
  const before = stretch.rows[0]?.id
  if (!stretch.hasOlder || before === undefined || state.isLoadingOlder || !state.newest.isLoaded) return
  changeThread(thread, { isLoadingOlder: true })
  const reading = beginReading()
  try {
    const answered = await rules.fetchPage({ before }, reading.read)
    const page = takePage(thread, answered, reading.asOf())
    const { past, newest } = thread.state
    // Another stretch may have taken the place of what the page stands before.
    if (past?.rows[0]?.id === before) changeThread(thread, { past: withOlderPage(past, page, rules.order) })
    else if (newest.rows[0]?.id === before) changeThread(thread, { newest: withOlderPage(newest, page, rules.order) })
    else changeThread(thread, {})
  } finally {
    changeThread(thread, { isLoadingOlder: false })
    endReading(thread, reading)
  }
}

/** Puts rows that were fetched around one where they belong: into the newest stretch, or beside it. */
function showAround<T extends Row>(thread: Thread<T>, page: Stretch<T>): void {
  const { newest, past } = thread.state
  const stretch = pastAround(past, page)
  const whole = thread.sure === null ? joined(newest, stretch, thread.rules.order) : null
  changeThread(thread, whole ? { newest: whole, past: null } : { past: stretch })
}

/** Loads what follows a stretch of the past, until it reaches the newest. Errors: ApiError. */
export async function loadNewer<T extends Row>(thread: Thread<T>): Promise<void> {
  const around = thread.state.past?.rows.at(-1)?.id
  if (around === undefined || thread.state.isLoadingNewer) return
  changeThread(thread, { isLoadingNewer: true })
  const reading = beginReading()
  try {
    const answered = await thread.rules.fetchPage({ around }, reading.read)
    const page = takePage(thread, answered, reading.asOf())
    if (thread.state.past?.rows.at(-1)?.id === around) showAround(thread, page)
    if (answered.rows.at(-1)?.id === around) goToNewest(thread)
  } finally {
    changeThread(thread, { isLoadingNewer: false })
    endReading(thread, reading)
  }
}

/** Shows a row of the past with what is around it, while `isWanted`. Errors: ApiError. */
export async function jumpTo<T extends Row>(thread: Thread<T>, id: T['id'], isWanted: () => boolean): Promise<void> {
  const { past, newest } = thread.state
  if (!(past ?? newest).rows.some((row) => row.id === id)) {
    const reading = beginReading()
    try {
      const answered = await thread.rules.fetchPage({ around: id }, reading.read)
      if (!isWanted()) return
      showAround(thread, takePage(thread, answered, reading.asOf()))
    } finally {
      endReading(thread, reading)
    }
  }
  changeThread(thread, { target: { id } })
}
