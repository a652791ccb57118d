// Puts realtime events in the company's order: no doubles, gaps filled from the server, nothing applied twice.
import { createDelivered, type Delivered } from './delivered-numbers.ts'

export interface NumberedEvent {
  name: string
  payload: unknown
  /** Place in the company's order; events that are not kept have none. */
  seq?: number | undefined
}

export interface SyncPage {
  events: { seq: number; name: string; payload: unknown }[]
  seq: number
  hasMore: boolean
}

export interface EventOrderPorts {
  deliver: (event: NumberedEvent) => void
  /** Events after a number that the person may see. Rejects when they cannot be had now. */
  fetchAfter: (seq: number) => Promise<SyncPage>
  /** Everything has to be loaded afresh. */
  reload: () => void
  /** True for the error which says that the events in between are no longer kept. */
  isTooOld: (error: unknown) => boolean
}

/** Milliseconds after a harmless gap in which further gaps are checked behind the delivery; doubles up to the last. */
const shortestTrust = 2_000
const longestTrust = 30_000

type Numbered = NumberedEvent & { seq: number }

const byNumber = (a: Numbered, b: Numbered): number => a.seq - b.seq

/** For how long gaps are taken for harmless, by what the checks before have found. */
function createTrust() {
  let length = shortestTrust
  let until = 0
  return {
    /** Milliseconds that are left of it. */
    left: (): number => Math.max(0, until - Date.now()),
    found: (missed: number): void => {
      length = missed === 0 ? Math.min(longestTrust, length * 2) : shortestTrust
      until = missed === 0 ? Date.now() + length : 0
    },
    reset: (): void => {
      length = shortestTrust
      until = 0
    }
  }
}

/**
 * The events of a page that had not come, oldest first; null when something later has been delivered already: putting them in
 * after it would turn time back.
 */
function newIn(page: SyncPage, delivered: Delivered): Numbered[] | null {
  const missing = page.events.filter(({ seq }) => !delivered.has(seq)).toSorted(byNumber)
  const [first] = missing
  return first !== undefined && first.seq < delivered.newestAhead() ? null : missing
}

function deliver(ports: EventOrderPorts, delivered: Delivered, event: Numbered): void {
  delivered.add(event.seq)
  ports.deliver(event)
}

/** Hands on what was missed; returns how many that were besides those `expected`, or null when everything has to be loaded afresh. */
async function fetchMissed(
  ports: EventOrderPorts,
  delivered: Delivered,
  expected: ReadonlySet<number>
): Promise<number | null> {
  let missed = 0
  let complete = delivered.complete()
  for (let hasMore = true; hasMore && complete !== null; complete = delivered.complete()) {
    const page = await ports.fetchAfter(complete)
    const events = newIn(page, delivered)
    if (events === null) return null
    for (const event of events) {
      if (delivered.has(event.seq)) continue
      if (!expected.has(event.seq)) missed++
      deliver(ports, delivered, event)
    }
    delivered.moveTo(page.seq)
    hasMore = page.hasMore
  }
  return missed
}

/**
 * Numbers are per company, and most people may not see all of its events, so a gap is mostly harmless. The first one
 * holds later events back until the server has said what was missed. When nothing was, gaps of the next seconds are
 * delivered at once and checked afterwards; should that check find something older, everybody loads afresh.
 */
export function createEventOrder(ports: EventOrderPorts) {
  const delivered = createDelivered()
  const trust = createTrust()
  let held: Numbered[] = []
  let filling: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const hand = (event: Numbered): void => deliver(ports, delivered, event)
  function reset(): void {
    clearTimeout(timer)
    timer = undefined
    delivered.reset()
    held = []
    trust.reset()
  }
  function startOver(): void {
    reset()
    ports.reload()
  }
  function checkIn(milliseconds: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void fill()
    }, milliseconds)
  }
  async function run(): Promise<void> {
    try {
      const missed = await fetchMissed(ports, delivered, new Set(held.map(({ seq }) => seq)))
      if (missed === null) return startOver()
      trust.found(missed)
    } catch (error) {
      if (ports.isTooOld(error)) return startOver()
      // The server cannot say now: what is here goes on, and is checked later.
      checkIn(shortestTrust)
    }
    const waiting = held.toSorted(byNumber)
    held = []
    for (const event of waiting) if (delivered.complete() === null || !delivered.has(event.seq)) hand(event)
    if (delivered.newestAhead() > 0) checkIn(Math.max(shortestTrust, trust.left()))
  }
  /** Asks for everything after the last complete number and hands it on. */
  function fill(): Promise<void> {
    filling ??= run().finally(() => {
      filling = null
    })
    return filling
  }
  function receive(event: NumberedEvent): void {
    const { seq } = event
    if (seq === undefined) return ports.deliver(event)
    const numbered = { ...event, seq }
    const complete = delivered.complete()
    if (complete === null && filling === null) return hand(numbered)
    if (delivered.has(seq)) return
    if (filling !== null) held.push(numbered)
    else if (seq === (complete ?? 0) + 1) hand(numbered)
    else if (trust.left() > 0) {
      hand(numbered)
      checkIn(trust.left())
    } else {
      held.push(numbered)
      void fill()
    }
  }

  return {
    receive,
    catchUp: fill,
    reset,
    /** Takes a number as the point from which nothing may be missed. */
    startAt: delivered.moveTo,
    isStarted: (): boolean => delivered.complete() !== null,
    /** Nothing up to this number is missing; null before the start. */
    place: delivered.complete
  }
}
