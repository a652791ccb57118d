// The messages of one ticket as far as they are loaded: one unbroken stretch up to the newest, in order, each once.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'

/** What was heard of a message. */
interface Mark {
  /** Place in the company's order of the newest event that carried it. */
  seq: number
  heardAt: number
}

export interface Thread {
  /** Ascending; nothing is missing between two of them. */
  messages: readonly Message[]
  marks: ReadonlyMap<string, Mark>
  /** Counts what was heard; a call remembers it when it starts. */
  clock: number
  /** Older ones exist beyond the first. */
  hasOlder: boolean
  /** A page has been loaded; before that events only wait here for it. */
  isLoaded: boolean
}

export const emptyThread: Thread = { messages: [], marks: new Map(), clock: 0, hasOlder: true, isLoaded: false }

/** Oldest first: by the instant, then by the order within the ticket. */
const inOrder = (a: Message, b: Message): number =>
  a.createdAt === b.createdAt ? a.seq - b.seq : a.createdAt < b.createdAt ? -1 : 1

const sorted = (messages: Iterable<Message>): Message[] => [...messages].sort(inOrder)

/** True when a message lies in the stretch that is loaded, so that putting it in leaves no gap. */
function isWithin(thread: Thread, message: Message): boolean {
  const first = thread.messages[0]
  return !thread.isLoaded || !thread.hasOlder || first === undefined || inOrder(message, first) >= 0
}

/** An event carried a message, new or changed; older news of it than the last is let go. */
export function applyMessage(thread: Thread, message: Message, seq?: number): Thread {
  const mark = thread.marks.get(message.id)
  const place = seq ?? mark?.seq ?? -1
  if (mark && place < mark.seq) return thread
  const clock = thread.clock + 1
  const marks = new Map(thread.marks).set(message.id, { seq: place, heardAt: clock })
  const known = thread.messages.findIndex(({ id }) => id === message.id)
  if (known >= 0 && thread.messages[known]?.createdAt === message.createdAt) {
    return { ...thread, clock, marks, messages: thread.messages.with(known, message) }
  }
  const others = known >= 0 ? thread.messages.toSpliced(known, 1) : thread.messages
  if (!isWithin(thread, message)) return { ...thread, clock, marks, messages: others }
  const last = others.at(-1)
  const isNewest = last === undefined || inOrder(message, last) > 0
  return { ...thread, clock, marks, messages: isNewest ? [...others, message] : sorted([...others, message]) }
}

/** Of the fetched ones those that were not heard of since the call started; the others are newer as they are here. */
function unlessReceived(thread: Thread, fetched: readonly Message[], startedAt: number): Message[] {
  const here = new Map(thread.messages.map((message) => [message.id, message]))
  return fetched.map((message) => {
    const known = here.get(message.id)
    const isNewer = (thread.marks.get(message.id)?.heardAt ?? -1) > startedAt
    // What says the same stays the same object, so that no bubble is drawn again.
    const stays = isNewer || JSON.stringify(known) === JSON.stringify(message)
    return (stays ? known : undefined) ?? message
  })
}

interface Page {
  messages: readonly Message[]
  hasMore: boolean
}

/** The newest page, fetched afresh behind what is shown. */
export function mergeNewest(thread: Thread, page: Page, startedAt: number): Thread {
  const fetched = unlessReceived(thread, page.messages, startedAt)
  const ids = new Set(fetched.map(({ id }) => id))
  const first = fetched[0]
  // What is loaded goes on from the page only when they share a message.
  const touches = thread.isLoaded && thread.messages.some(({ id }) => ids.has(id))
  const kept = thread.messages.filter((message) => {
    if (ids.has(message.id)) return false
    const isOlder = first !== undefined && inOrder(message, first) < 0
    if (isOlder && page.hasMore) return touches
    return (thread.marks.get(message.id)?.heardAt ?? -1) > startedAt
  })
  return {
    ...thread,
    isLoaded: true,
    hasOlder: page.hasMore && (touches ? thread.hasOlder : true),
    messages: sorted([...kept, ...fetched])
  }
}

/** A page before the first message. */
export function mergeOlder(thread: Thread, page: Page, startedAt: number): Thread {
  const fetched = unlessReceived(thread, page.messages, startedAt)
  const ids = new Set(fetched.map(({ id }) => id))
  return {
    ...thread,
    hasOlder: page.hasMore,
    messages: sorted([...thread.messages.filter(({ id }) => !ids.has(id)), ...fetched])
  }
}

/** What a call answered about single messages: sent, edited, deleted. */
export function mergeAnswered(thread: Thread, answered: readonly Message[], startedAt: number): Thread {
  const fresh = unlessReceived(thread, answered, startedAt).filter((message) => isWithin(thread, message))
  if (fresh.length === 0) return thread
  const ids = new Set(fresh.map(({ id }) => id))
  return { ...thread, messages: sorted([...thread.messages.filter(({ id }) => !ids.has(id)), ...fresh]) }
}

/** Lets the oldest go, so that a long day does not fill the memory. */
export function trimmed(thread: Thread, most: number): Thread {
  if (thread.messages.length <= most) return thread
  const messages = thread.messages.slice(-most)
  const ids = new Set(messages.map(({ id }) => id))
  return { ...thread, messages, hasOlder: true, marks: new Map([...thread.marks].filter(([id]) => ids.has(id))) }
}

/** A stretch somewhere in the past that was jumped to. */
export interface Detour {
  messages: readonly Message[]
  hasOlder: boolean
}

/** Joins a detour to the newest stretch once they touch; null while they do not. */
export function joined(thread: Thread, detour: Detour): Thread | null {
  const ids = new Set(detour.messages.map(({ id }) => id))
  if (!thread.messages.some(({ id }) => ids.has(id))) return null
  const here = new Map(thread.messages.map((message) => [message.id, message]))
  const whole = sorted([...detour.messages.filter(({ id }) => !here.has(id)), ...thread.messages])
  const isDeeper = whole[0]?.id === detour.messages[0]?.id
  return { ...thread, messages: whole, hasOlder: isDeeper ? detour.hasOlder : thread.hasOlder }
}

/** Puts a stretch that was fetched around a message where it belongs: into the newest stretch, or beside it. */
export function withDetour(
  { thread, detour: before }: { thread: Thread; detour: Detour | null },
  page: Page
): { thread: Thread; detour: null } | { detour: Detour } {
  const known = new Set(page.messages.map(({ id }) => id))
  const touches = before?.messages.some(({ id }) => known.has(id)) === true
  const first = page.messages[0]
  const older =
    touches && first
      ? before.messages.slice(
          0,
          before.messages.findIndex(({ id }) => id === first.id)
        )
      : []
  const detour: Detour =
    older.length > 0 && before
      ? { messages: [...older, ...page.messages], hasOlder: before.hasOlder }
      : { messages: page.messages, hasOlder: page.hasMore }
  const whole = joined(thread, detour)
  return whole === null ? { detour } : { thread: whole, detour: null }
}
