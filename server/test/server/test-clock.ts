// A clock for tests: it shows real time until it is moved or stopped.

export interface TestClock {
  now: () => Date
  /** Milliseconds forward. */
  advance(ms: number): void
  /** From here on only `advance` moves it: what is limited by seconds does not depend on how busy the machine is. */
  stop(): void
}

export function createTestClock(): TestClock {
  let ahead = 0
  let stoppedAt: number | null = null
  return {
    now: () => new Date((stoppedAt ?? Date.now()) + ahead),
    advance: (ms) => {
      ahead += ms
    },
    stop: () => {
      stoppedAt ??= Date.now()
    }
  }
}
