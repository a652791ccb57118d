// Messages by ticket: history that loads in both directions, kept by calls and events through the same functions.
import { create } from 'zustand'
import { historyImportedEvent } from '@guiche/shared/features/inbox/connections.ts'
import { listMessages, messageEvent, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { call } from '#platform/net/http.ts'
import { withoutPart, withPart, type Overlays } from '#platform/state/overlays.ts'
import { listen, onOnline, onReload, useRealtime } from '#platform/net/realtime.ts'
import { onSignedOut } from '#platform/session/session.ts'
import { bookClock, putTickets } from '#features/inbox/tickets/book/tickets.store.ts'
import { readThread, withReceived } from './thread-snapshot.ts'
import {
  emptyThread,
  applyMessage,
  mergeAnswered,
  mergeNewest,
  mergeOlder,
  withDetour,
  trimmed,
  type Detour,
  type Thread
} from './thread.ts'

/** Conversations kept in memory, and messages kept of one that is not looked at, or is followed at its end. */
const mostThreads = 60
const mostKept = 120
const mostFollowed = 400

export interface ThreadState {
  thread: Thread
  phase: 'idle' | 'loading' | 'refreshing' | 'ready' | 'failed'
  error: unknown
  isLoadingOlder: boolean
  isLoadingNewer: boolean
  /** A stretch in the past that is looked at instead of the newest one. */
  detour: Detour | null
  /** A message that was jumped to and is to be shown; `turn` tells two jumps to the same one apart. */
  target: { id: string; turn: number } | null
}

const fresh: ThreadState = {
  thread: emptyThread,
  phase: 'idle',
  error: null,
  isLoadingOlder: false,
  isLoadingNewer: false,
  detour: null,
  target: null
}

interface MessagesState {
  /** By ticket, the least lately opened first. */
  threads: ReadonlyMap<number, ThreadState>
  /** What was just done to a message and the server has not confirmed yet. */
  overlays: Overlays<string, Message>
}

const empty: MessagesState = { threads: new Map(), overlays: new Map() }

export const useMessages = create<MessagesState>(() => empty)

const state = useMessages.getState

/** What is loaded of a ticket's messages. */
export const threadOf = ({ threads }: MessagesState, ticketId: number): ThreadState => threads.get(ticketId) ?? fresh

/** What was let go stays so: an answer that is late would put it back without what was heard since. */
function change(ticketId: number, part: (now: ThreadState) => Partial<ThreadState>): void {
  return useMessages.setState((present) => {
    const now = present.threads.get(ticketId)
    return now ? { threads: new Map(present.threads).set(ticketId, { ...now, ...part(now) }) } : present
  })
}

/** The stretch that is looked at. */
const stretchOf = ({ detour, thread }: ThreadState): Detour => detour ?? thread

async function ask(ticketId: number, query: { before?: string; around?: string }) {
  const startedAt = threadOf(state(), ticketId).thread.clock
  const ticketsAt = bookClock()
  // Read is what somebody has looked at (use-mark-read.ts), not what was fetched for them.
  const asked = { params: { ticketId }, query: { pageNumber: 1, keepUnread: true, ...query } }
  const answer = await call(listMessages, asked)
  putTickets([answer.ticket], ticketsAt)
  return { startedAt, page: { messages: answer.messages, hasMore: answer.hasMore } }
}

/** Milliseconds for which a page that was fetched beforehand needs no other: events have kept it since. */
const freshFor = 10_000
const fetchedAt = new Map<number, number>()

let loads = 0
const newestLoad = new Map<number, number>()
/** Tickets that got messages among those that are loaded: the next page takes the place of them all. */
const outdated = new Set<number>()

/** Fetches the newest page behind what is shown. */
export async function loadNewest(ticketId: number): Promise<void> {
  const mine = ++loads
  newestLoad.set(ticketId, mine)
  change(ticketId, ({ thread }) => ({ phase: thread.isLoaded ? 'refreshing' : 'loading', error: null }))
  try {
    const { page, startedAt } = await ask(ticketId, {})
    if (newestLoad.get(ticketId) !== mine || !state().threads.has(ticketId)) return
    const isLoaded = !outdated.delete(ticketId)
    change(ticketId, ({ thread }) => ({
      thread: mergeNewest({ ...thread, isLoaded: thread.isLoaded && isLoaded }, page, startedAt),
      phase: 'ready'
    }))
  } catch (error) {
    if (newestLoad.get(ticketId) === mine) change(ticketId, () => ({ phase: 'failed', error }))
  }
}

/** Shows what this computer keeps of a ticket, unless the server was quicker. */
async function showCachedThread(ticketId: number): Promise<void> {
  const kept = await readThread(ticketId)
  if (kept === null || threadOf(state(), ticketId).thread.isLoaded) return
  change(ticketId, ({ thread, phase }) => ({
    thread: withReceived(kept, thread),
    phase: phase === 'loading' ? 'refreshing' : phase
  }))
}

/** True when nothing new can come of asking: the answer is on its way, or has just been there. */
function isFresh(ticketId: number): boolean {
  const { phase } = threadOf(state(), ticketId)
  const isLately = Date.now() - (fetchedAt.get(ticketId) ?? 0) < freshFor && useRealtime.getState().state === 'online'
  fetchedAt.delete(ticketId)
  return phase === 'loading' || phase === 'refreshing' || (phase === 'ready' && isLately)
}

/** Fetches the newest messages of a ticket that nobody has opened; they are the first to be let go. */
export async function prefetchThread(ticketId: number): Promise<void> {
  if (state().threads.has(ticketId) || useRealtime.getState().state !== 'online') return
  useMessages.setState(({ threads }) => ({
    threads: new Map([[ticketId, fresh], ...[...threads].slice(-(mostThreads - 1))])
  }))
  fetchedAt.set(ticketId, Date.now())
  void showCachedThread(ticketId)
  await loadNewest(ticketId)
}

/** How many places show a ticket's messages just now, such as the screen and a dialog over it. */
const shownIn = new Map<number, number>()
let turns = 0

/** Keeps the messages of a ticket from now on, instead of those that nobody has looked at for longest. */
function makeRoom(ticketId: number): void {
  return useMessages.setState(({ threads }) => {
    const now = threads.get(ticketId) ?? fresh
    const others = [...threads].filter(([id]) => id !== ticketId).slice(-(mostThreads - 1))
    return { threads: new Map([...others, [ticketId, now]]) }
  })
}

/** Shows a ticket's messages: what is known at once, the newest page behind it. */
export function openThread(ticketId: number): void {
  shownIn.set(ticketId, (shownIn.get(ticketId) ?? 0) + 1)
  makeRoom(ticketId)
  if (!threadOf(state(), ticketId).thread.isLoaded) void showCachedThread(ticketId)
  if (!isFresh(ticketId)) void loadNewest(ticketId)
}

/** Leaves a ticket: the way back starts at its newest message. */
export function leaveThread(ticketId: number): void {
  const others = (shownIn.get(ticketId) ?? 1) - 1
  if (others > 0) return void shownIn.set(ticketId, others)
  shownIn.delete(ticketId)
  change(ticketId, ({ thread }) => ({ thread: trimmed(thread, mostKept), detour: null, target: null }))
}

/** Lets go what lies far above the end of an open ticket, for those who follow its end: a scroll up fetches it again. */
export function pruneOld(ticketId: number): void {
  const { thread, detour, isLoadingOlder } = threadOf(state(), ticketId)
  if (thread.messages.length <= mostFollowed || detour !== null || isLoadingOlder) return
  change(ticketId, () => ({ thread: trimmed(thread, mostKept) }))
}

/** Loads the page before the first message that is shown. */
export async function loadOlder(ticketId: number): Promise<void> {
  const now = threadOf(state(), ticketId)
  const stretch = stretchOf(now)
  const before = stretch.messages[0]?.id
  if (!stretch.hasOlder || before === undefined || now.isLoadingOlder || !now.thread.isLoaded) return
  change(ticketId, () => ({ isLoadingOlder: true }))
  try {
    const { page, startedAt } = await ask(ticketId, { before })
    change(ticketId, ({ thread, detour }) => {
      if (detour?.messages[0]?.id === before) {
        return { detour: { messages: [...page.messages, ...detour.messages], hasOlder: page.hasMore } }
      }
      return thread.messages[0]?.id === before ? { thread: mergeOlder(thread, page, startedAt) } : {}
    })
  } finally {
    change(ticketId, () => ({ isLoadingOlder: false }))
  }
}

/** Loads what follows a stretch in the past, until it reaches the newest. */
export async function loadNewer(ticketId: number): Promise<void> {
  const { detour, isLoadingNewer } = threadOf(state(), ticketId)
  const last = detour?.messages.at(-1)
  if (!last || isLoadingNewer) return
  change(ticketId, () => ({ isLoadingNewer: true }))
  try {
    const { page } = await ask(ticketId, { around: last.id })
    const isEnd = page.messages.at(-1)?.id === last.id
    change(ticketId, (now) => (now.detour?.messages.at(-1)?.id === last.id ? withDetour(now, page) : {}))
    if (isEnd) goToNewest(ticketId)
  } finally {
    change(ticketId, () => ({ isLoadingNewer: false }))
  }
}

/** Shows a message of the past, loading what is around it, in a conversation that is or is about to be open. Errors: ApiError. */
export async function jumpTo(ticketId: number, id: string): Promise<void> {
  // Its conversation may only now be opening.
  makeRoom(ticketId)
  const now = threadOf(state(), ticketId)
  const turn = ++turns
  if (!stretchOf(now).messages.some((message) => message.id === id)) {
    const { page } = await ask(ticketId, { around: id })
    if (turn !== turns) return
    change(ticketId, (present) => withDetour(present, page))
  }
  change(ticketId, () => ({ target: { id, turn } }))
}

/** The jump was shown. */
export const clearTarget = (ticketId: number): void => change(ticketId, () => ({ target: null }))

/** Leaves the past. */
export const goToNewest = (ticketId: number): void => change(ticketId, () => ({ detour: null, target: null }))

function replaced(detour: Detour | null, message: Message): Detour | null {
  return detour?.messages.some(({ id }) => id === message.id)
    ? { ...detour, messages: detour.messages.map((known) => (known.id === message.id ? message : known)) }
    : detour
}

/** The clock of a ticket's messages, to be remembered when a call starts. */
export const threadClock = (ticketId: number): number => threadOf(state(), ticketId).thread.clock

/** Puts in what a call answered that was started at `startedAt` of the thread's clock. */
export function putMessages(ticketId: number, messages: readonly Message[], startedAt: number): void {
  return change(ticketId, ({ thread, detour }) => ({
    thread: mergeAnswered(thread, messages, startedAt),
    detour: messages.reduce(replaced, detour)
  }))
}

/** Shows a change at once while `work` asks the server for it; takes it back when that fails. Errors: ApiError. */
export async function withMessageOverlay(message: Message, part: Partial<Message>, work: () => Promise<Message>) {
  const startedAt = threadClock(message.ticketId)
  useMessages.setState(({ overlays }) => ({ overlays: withPart(overlays, message.id, part) }))
  try {
    const answered = await work()
    putMessages(message.ticketId, [answered], startedAt)
    return answered
  } finally {
    useMessages.setState(({ overlays }) => ({ overlays: withoutPart(overlays, message.id, part) }))
  }
}

listen(messageEvent, ({ message, seq }) =>
  change(message.ticketId, ({ thread, detour }) => {
    const heard = applyMessage(thread, message, seq)
    // Where nobody looks, a busy customer would fill the memory over the day.
    const isLong = heard.messages.length > mostFollowed && !shownIn.has(message.ticketId)
    return { thread: isLong ? trimmed(heard, mostKept) : heard, detour: replaced(detour, message) }
  })
)

listen(ticketEvent, (event) => {
  if (event.action !== 'delete') return
  useMessages.setState(({ threads }) => {
    const left = new Map(threads)
    left.delete(event.ticketId)
    return { threads: left }
  })
})

// What nobody looks at is loaded afresh when it is opened; what is shown is asked for again behind that.
onReload(() => {
  useMessages.setState(({ threads }) => ({ threads: new Map([...threads].filter(([id]) => shownIn.has(id))) }))
  for (const ticketId of state().threads.keys()) void loadNewest(ticketId)
})

// With this event everything is asked for again (connections.store.ts); what is shown may have got gaps, too.
listen(historyImportedEvent, () => shownIn.forEach((_, ticketId) => outdated.add(ticketId)))

onOnline(() => {
  for (const [ticketId, { phase }] of state().threads) if (phase === 'failed') void loadNewest(ticketId)
})

onSignedOut(() => {
  for (const known of [newestLoad, outdated, fetchedAt]) known.clear()
  useMessages.setState(empty)
})
