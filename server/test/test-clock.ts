// A clock for tests: it shows real time until it is moved.

export interface TestClock {
  now: () => Date
  /** Milliseconds forward. */
  advance(ms: number): void
}

export const createTestClock = (): TestClock => {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (ms) => {
      ahead += ms
    }
  }
}
