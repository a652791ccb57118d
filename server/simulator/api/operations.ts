// Every call of the simulator for tests in the same process; the HTTP API is a thin layer over these.
import type { SimulatorState } from '../model.ts'
import type { SimulatorEvent } from '../run-types.ts'
import { customerOperations, phoneOperations } from './account-operations.ts'
import { bulkOperations, chatReadings, customerActions } from './chat-operations.ts'
import { faultOperations } from './fault-operations.ts'

export type Operations = ReturnType<typeof makeOperations>

const WAIT_MS = 10_000
const LOOK_MS = 10

export function makeOperations(state: SimulatorState) {
  return {
    ...phoneOperations(state),
    ...customerOperations(state),
    ...customerActions(state),
    ...chatReadings(state),
    ...bulkOperations(state),
    ...faultOperations(state),
    /** Follow what happens; returns the function that stops it. */
    on: (listener: (event: SimulatorEvent) => void) => {
      state.events.on('event', listener)
      return () => {
        state.events.off('event', listener)
      }
    },
    /** Wait until `look` gives something truthy; it is asked again every 10 ms. */
    waitFor: <T>(look: () => T | Promise<T>, timeoutMs = WAIT_MS, what = 'the condition'): Promise<NonNullable<T>> =>
      waitFor(look, timeoutMs, what)
  }
}

/** Looks at most every 10 ms, so that waiting during a burst does not cost more than the burst. */
async function waitFor<T>(look: () => T | Promise<T>, timeoutMs: number, what: string): Promise<NonNullable<T>> {
  const until = Date.now() + timeoutMs
  while (true) {
    const found = await look()
    if (found) return found
    const left = until - Date.now()
    if (left <= 0) throw new Error(`the simulator waited ${timeoutMs} ms for ${what}`)
    await new Promise<void>((resolve) => setTimeout(resolve, Math.min(left, LOOK_MS)))
  }
}
