// Steps that a transaction takes right before its commit, so that what they lock is locked for the commit alone.
import type { Ctx } from '../ctx.ts'

type Step = (tx: Ctx) => Promise<void>

const waiting = new WeakMap<Ctx, Set<Step>>()

/** Lets a transaction have last steps; `takeLastSteps` ends it. */
export function openLastSteps(tx: Ctx): void {
  waiting.set(tx, new Set())
}

/** Takes a step before the commit, once however often it is asked for. Errors: outside a transaction. */
export function beforeCommit(tx: Ctx, step: Step): void {
  const steps = waiting.get(tx)
  if (!steps) throw new Error('a last step was asked for outside of a transaction')
  steps.add(step)
}

export async function takeLastSteps(tx: Ctx): Promise<void> {
  for (const step of waiting.get(tx) ?? []) await step(tx)
}
