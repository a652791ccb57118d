// How old an answer is: when it was asked for, and the number of the company's events that it holds at least.

export interface AsOf {
  /** Of the company's events, the last that is certainly in it; null where the server has not said. */
  seq: number | null
  /** On the clock of this page: whatever came in before is in it as well. */
  askedAt: number
}

function createPageClock() {
  let now = 0
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
    isAsking: (): boolean => underWay.size > 0
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

const ages = new WeakMap<object, AsOf>()

export const noteAge = (answer: object, asOf: AsOf): void => void ages.set(answer, asOf)

/** Of what a call answered; undefined for whatever else. */
export const ageOf = (answer: object): AsOf | undefined => ages.get(answer)
