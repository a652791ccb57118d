// Conversations by number: opened at once with what is known, kept by events, let go when nobody has looked for long.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { useRealtime } from '../net/realtime.ts'
import type { News } from './entities.ts'
import { onLifecycle } from './lifecycle.ts'
import type { Read } from './reading.ts'
import type { Row } from './stamp.ts'
import type { Order } from './stretch.ts'
import {
  changeThread,
  createThread,
  drawOnThread,
  emptyState,
  goToNewest,
  receiveRow,
  seedThread,
  trimThread,
  type StoredThread,
  type Thread,
  type ThreadPage,
  type ThreadQuery,
  type ThreadState
} from './thread.ts'
import { jumpTo, loadNewer, loadNewest, loadOlder, noteGap, outdateThread } from './thread-pages.ts'

/** Threads kept in memory, and rows kept of one that is not looked at, or is followed at its end. */
const mostThreads = 60
const mostKept = 120
const mostFollowed = 400
/** Milliseconds for which a page that was fetched beforehand needs no other: events have kept it since. */
const freshFor = 10_000

interface ThreadsState<T extends Row> {
  /** The least lately opened first. */
  threads: ReadonlyMap<number, ThreadState<T>>
}

interface ThreadsOptions<T extends Row> {
  /** Oldest first. */
  order: Order<T>
  fetchPage: (key: number, query: ThreadQuery<T>, read: Read) => Promise<ThreadPage<T>>
  /** What this computer holds of a thread. */
  readStored?: (key: number) => Promise<StoredThread<T> | null>
}

interface Held<T extends Row> {
  options: ThreadsOptions<T>
  use: UseBoundStore<StoreApi<ThreadsState<T>>>
  threads: Map<number, Thread<T>>
  /** How many places show a thread just now, such as the screen and a dialog over it. */
  shownIn: Map<number, number>
  /** When threads that nobody has opened were fetched. */
  fetchedAt: Map<number, number>
  /** The jump that is waited for. */
  jump: object | null
}

const stateOf = <T extends Row>({ threads }: ThreadsState<T>, key: number): ThreadState<T> =>
  threads.get(key) ?? emptyState

function publish<T extends Row>({ use, threads }: Held<T>): void {
  return use.setState({ threads: new Map([...threads].map(([key, { state }]) => [key, state])) })
}

/** What was let go stays so: an answer that is late would put it back without what has come since. */
function drop<T extends Row>(held: Held<T>, isDropped: (key: number) => boolean): void {
  const left = [...held.threads].filter(([key, thread]) => {
    if (isDropped(key)) thread.load = null
    return !isDropped(key)
  })
  held.threads = new Map(left)
  publish(held)
}

function threadFor<T extends Row>(held: Held<T>, key: number): Thread<T> {
  const { options } = held
  const thread: Thread<T> = createThread<T>({
    order: options.order,
    fetchPage: (query, read) => options.fetchPage(key, query, read),
    onChange: () => {
      if (held.threads.get(key) === thread) publish(held)
    }
  })
  return thread
}

/** Keeps a thread from now on instead of those that nobody has looked at for longest: as the last of them to go, or the first. */
function makeRoom<T extends Row>(held: Held<T>, key: number, isFirstToGo = false): Thread<T> {
  const thread = held.threads.get(key) ?? threadFor(held, key)
  const others = [...held.threads].filter(([other]) => other !== key).slice(-(mostThreads - 1))
  held.threads = new Map(isFirstToGo ? [[key, thread], ...others] : [...others, [key, thread]])
  publish(held)
  return thread
}

/** Shows what this computer holds of a thread, unless the server was quicker. */
async function showStored<T extends Row>({ options }: Held<T>, key: number, thread: Thread<T>): Promise<void> {
  const stored = (await options.readStored?.(key)) ?? null
  if (stored !== null && !thread.state.newest.isLoaded) seedThread(thread, stored)
}

/** True when nothing new can come of asking: the answer is on its way, or has just been there. */
function isFresh<T extends Row>({ fetchedAt }: Held<T>, key: number, { state: { phase } }: Thread<T>): boolean {
  const isLately = Date.now() - (fetchedAt.get(key) ?? 0) < freshFor && useRealtime.getState().state === 'online'
  fetchedAt.delete(key)
  return phase === 'loading' || phase === 'refreshing' || (phase === 'ready' && isLately)
}

async function prefetch<T extends Row>(held: Held<T>, key: number): Promise<void> {
  if (held.threads.has(key) || useRealtime.getState().state !== 'online') return
  const thread = makeRoom(held, key, true)
  held.fetchedAt.set(key, Date.now())
  void showStored(held, key, thread)
  await loadNewest(thread)
}

function open<T extends Row>(held: Held<T>, key: number): void {
  held.shownIn.set(key, (held.shownIn.get(key) ?? 0) + 1)
  const thread = makeRoom(held, key)
  if (!thread.state.newest.isLoaded) void showStored(held, key, thread)
  if (!isFresh(held, key, thread)) void loadNewest(thread)
}

function leave<T extends Row>({ shownIn, threads }: Held<T>, key: number): void {
  const others = (shownIn.get(key) ?? 1) - 1
  if (others > 0) return void shownIn.set(key, others)
  shownIn.delete(key)
  const thread = threads.get(key)
  if (!thread) return
  goToNewest(thread)
  trimThread(thread, mostKept)
}

function pruneFollowed<T extends Row>({ threads }: Held<T>, key: number): void {
  const thread = threads.get(key)
  if (!thread) return
  const { newest, past, isLoadingOlder } = thread.state
  if (newest.rows.length > mostFollowed && past === null && !isLoadingOlder) trimThread(thread, mostKept)
}

function receive<T extends Row>({ threads, shownIn }: Held<T>, key: number, row: T, news: News): void {
  const thread = threads.get(key)
  if (!thread) return
  receiveRow(thread, row, news)
  // Where nobody looks, a busy day would fill the memory.
  if (thread.state.newest.rows.length > mostFollowed && !shownIn.has(key)) trimThread(thread, mostKept)
}

async function jump<T extends Row>(held: Held<T>, key: number, id: T['id']): Promise<void> {
  const mine = {}
  held.jump = mine
  // It may only now be opening.
  await jumpTo(makeRoom(held, key), id, () => held.jump === mine)
}

function follow<T extends Row>(held: Held<T>): void {
  const { shownIn, fetchedAt } = held
  onLifecycle({
    signedOut: () => {
      fetchedAt.clear()
      drop(held, () => true)
    },
    // What nobody looks at is loaded afresh when it is opened; what is shown is asked for again behind that.
    reload: () => {
      drop(held, (key) => !shownIn.has(key))
      for (const thread of held.threads.values()) {
        noteGap(thread)
        void loadNewest(thread)
      }
    },
    online: () => {
      for (const thread of held.threads.values()) if (thread.state.phase === 'failed') void loadNewest(thread)
    }
  })
}

/** One for each kind of conversation. */
export function createThreads<T extends Row>(options: ThreadsOptions<T>) {
  const use = create<ThreadsState<T>>(() => ({ threads: new Map() }))
  const held: Held<T> = { options, use, threads: new Map(), shownIn: new Map(), fetchedAt: new Map(), jump: null }
  follow(held)
  const on =
    <R>(fn: (thread: Thread<T>) => R) =>
    (key: number): R | undefined => {
      const thread = held.threads.get(key)
      return thread && fn(thread)
    }
  return {
    use,
    stateOf: (key: number) => stateOf(use.getState(), key),
    useThread: (key: number) => use((state) => stateOf(state, key)),
    /** Fetches one that nobody has opened; they are the first to be let go. */
    prefetch: (key: number) => prefetch(held, key),
    /** Shows what is known at once, the newest page behind it. */
    open: (key: number) => open(held, key),
    /** The way back starts at its newest row. */
    leave: (key: number) => leave(held, key),
    refresh: on(loadNewest),
    loadOlder: on(loadOlder),
    loadNewer: on(loadNewer),
    jumpTo: (key: number, id: T['id']) => jump(held, key, id),
    /** The jump was shown. */
    clearTarget: on((thread) => changeThread(thread, { target: null })),
    goToNewest: on(goToNewest),
    /** Lets go what lies far above the end, for those who follow it: a scroll up fetches it again. */
    pruneFollowed: (key: number) => pruneFollowed(held, key),
    /** Puts in a row of an event, with its number, or of an own call, with its age. */
    receive: (key: number, row: T, news: News = {}) => receive(held, key, row, news),
    /** What was stored of one that is not in memory, with the rows of events that have come since. */
    withNews: (key: number, stored: StoredThread<T>, news: readonly { row: T; seq: number | undefined }[]) => {
      const thread = threadFor(held, key)
      seedThread(thread, stored)
      for (const { row, seq } of news) receiveRow(thread, row, { seq })
      return thread.state.newest
    },
    /** Draws a change of a row at once while `work` asks the server for it; taken back when that is over. */
    draw: <R>(key: number, change: { id: T['id']; part: Partial<T> }, work: () => Promise<R>): Promise<R> => {
      const thread = held.threads.get(key)
      return thread ? drawOnThread(thread, change, work) : work()
    },
    /** Rows have come in among those that are loaded. */
    outdate: () => held.shownIn.forEach((_, key) => on(outdateThread)(key)),
    drop: (key: number) => drop(held, (other) => other === key)
  }
}
