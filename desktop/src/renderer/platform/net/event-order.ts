// Puts realtime events in the company's order: no doubles, gaps filled from the server, nothing applied twice.

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

/**
 * Numbers are per company, and most people may not see all of its events, so a gap is mostly harmless. The first one
 * holds later events back until the server has said what was missed. When nothing was, gaps of the next seconds are
 * delivered at once and checked afterwards; should that check find something older, everybody loads afresh.
 */
export function createEventOrder(ports: EventOrderPorts) {
  /** Nothing up to this number is missing. */
  let complete: number | null = null
  /** Delivered numbers above it. */
  let ahead = new Set<number>()
  let held: (NumberedEvent & { seq: number })[] = []
  let filling: Promise<void> | null = null
  let trustFor = shortestTrust
  let trustUntil = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const isKnown = (seq: number): boolean => complete === null || seq <= complete || ahead.has(seq)

  const moveTo = (seq: number): void => {
    complete = Math.max(complete ?? seq, seq)
    while (ahead.delete(complete + 1)) complete++
    for (const number of ahead) if (number <= complete) ahead.delete(number)
  }

  const hand = (event: NumberedEvent & { seq: number }): void => {
    if (complete === null || event.seq === complete + 1) moveTo(event.seq)
    else ahead.add(event.seq)
    ports.deliver(event)
  }

  const reset = (): void => {
    clearTimeout(timer)
    timer = undefined
    complete = null
    ahead = new Set()
    held = []
    trustUntil = 0
    trustFor = shortestTrust
  }

  const startOver = (): void => {
    reset()
    ports.reload()
  }

  const releaseHeld = (): void => {
    const waiting = held.toSorted((a, b) => a.seq - b.seq)
    held = []
    for (const event of waiting) if (complete === null || !isKnown(event.seq)) hand(event)
  }

  const checkIn = (milliseconds: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      void fill()
    }, milliseconds)
  }

  /** Hands on what a page holds; returns how many of them had been missed, or null after starting over. */
  const takePage = (page: SyncPage, expected: Set<number>): number | null => {
    let missed = 0
    for (const event of page.events.toSorted((a, b) => a.seq - b.seq)) {
      if (isKnown(event.seq)) continue
      // Something later has been delivered already: putting this in after it would turn time back.
      if (ahead.size > 0 && event.seq < Math.max(...ahead)) {
        startOver()
        return null
      }
      if (!expected.has(event.seq)) missed++
      hand(event)
    }
    moveTo(page.seq)
    return missed
  }

  const run = async (): Promise<void> => {
    const expected = new Set(held.map((event) => event.seq))
    let missed = 0
    try {
      for (let hasMore = true; hasMore && complete !== null;) {
        const page = await ports.fetchAfter(complete)
        const found = takePage(page, expected)
        if (found === null) return
        missed += found
        hasMore = page.hasMore
      }
      trustFor = missed === 0 ? Math.min(longestTrust, trustFor * 2) : shortestTrust
      trustUntil = missed === 0 ? Date.now() + trustFor : 0
    } catch (error) {
      if (ports.isTooOld(error)) return startOver()
      // The server cannot say now: what is here goes on, and is checked later.
      checkIn(shortestTrust)
    }
    releaseHeld()
    if (ahead.size > 0) checkIn(Math.max(shortestTrust, trustUntil - Date.now()))
  }

  /** Asks for everything after the last complete number and hands it on. */
  const fill = (): Promise<void> => {
    filling ??= run().finally(() => {
      filling = null
    })
    return filling
  }

  const receive = (event: NumberedEvent): void => {
    const { seq } = event
    if (seq === undefined) return ports.deliver(event)
    const numbered = { ...event, seq }
    if (complete === null && filling === null) return hand(numbered)
    if (isKnown(seq)) return
    const isNext = complete !== null && seq === complete + 1
    if (filling !== null) held.push(numbered)
    else if (isNext) hand(numbered)
    else if (Date.now() < trustUntil) {
      hand(numbered)
      checkIn(trustUntil - Date.now())
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
    startAt: (seq: number): void => moveTo(seq),
    isStarted: (): boolean => complete !== null,
    /** Nothing up to this number is missing; null before the start. */
    place: (): number | null => complete
  }
}
