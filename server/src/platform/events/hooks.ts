// Steps that must happen inside somebody else's transaction: higher wings add them, the owner runs them.
import type { Ctx } from '../ctx.ts'
import { isInTransaction } from './transaction.ts'

type Step<A extends unknown[]> = (tx: Ctx, ...args: A) => Promise<void>

export interface Hook<A extends unknown[]> {
  /** Adds a step; called from a feature's `listeners`. The same function is kept once. */
  add(step: Step<A>): void
  /** Runs every step in the order of their adding; an error of one undoes the transaction. */
  run(tx: Ctx, ...args: A): Promise<void>
}

/** Declares a hook: the lower wing owns and runs it, higher wings fill it. */
export function hook<A extends unknown[]>(name: string): Hook<A> {
  const steps = new Set<Step<A>>()
  return {
    add: (step) => void steps.add(step),
    run: async (tx, ...args) => {
      if (!isInTransaction(tx)) throw new Error(`${name} ran outside a transaction`)
      for (const step of steps) await step(tx, ...args)
    }
  }
}
