// How old an answer is: when it was asked for, and the number of the company's events that it holds at least.

export interface AsOf {
  /** Of the company's events, the last that is certainly in it; null where the server has not said. */
  seq: number | null
  /** On the clock of this page: whatever came in before is in it as well. */
  askedAt: number
}

/** Of what was known on an earlier visit: whatever else comes is newer. */
export const untimed: AsOf = { seq: null, askedAt: 0 }

function createPageClock() {
  let now = 0
  let missedAt = 0
  const underWay = new Set<AsOf>()
  const tick = (): number => ++now
  return {
    tick,
    beginAsking: (): AsOf & { end: () => void } => {
      const asking = { seq: null, askedAt: tick() }
      underWay.add(asking)
      return { ...asking, end: () => void underWay.delete(asking) }
    },
    oldestAsked: (): number => Math.min(now, ...[...underWay].map(({ askedAt }) => askedAt)),
    isAsking: (): boolean => underWay.size > 0,
    noteMissed: (): void => void (missedAt = tick()),
    isFollowedSince: (at: number): boolean => missedAt <= at
  }
}

const clock = createPageClock()
/** Counts what comes in and is asked for, to tell what was before what. */
export const { tick } = clock
/** Notes that something is asked for, until `end`. */
export const { beginAsking } = clock
/** The moment since which nothing is under way that was asked for before. */
export const { oldestAsked } = clock

/** Whether an answer is awaited that may be older than what comes in now. */
export const { isAsking } = clock

/** Events were missed that will not come any more. */
export const { noteMissed } = clock
/** Whether every event since then has come in, or is still to come. */
export const { isFollowedSince } = clock

const ages = new WeakMap<object, AsOf>()

export const noteAge = (answer: object, asOf: AsOf): void => void ages.set(answer, asOf)

/** Of what a call answered; undefined for whatever else. */
export const ageOf = (answer: object): AsOf | undefined => ages.get(answer)
