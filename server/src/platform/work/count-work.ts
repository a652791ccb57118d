// Counts what the workers of this process did, and shows it among the server's measurements.
import type { FastifyInstance } from 'fastify'

export type WorkOutcome = 'done' | 'aside' | 'failed' | 'woken' | 'swept'

const counts = new Map<string, Map<WorkOutcome, number>>()

/** Counts a piece of a worker: done, set aside or failed; a wake; a key that the sweep found. */
export function countWork(worker: string, outcome: WorkOutcome): void {
  const own = counts.get(worker) ?? new Map<WorkOutcome, number>()
  counts.set(worker, own)
  own.set(outcome, (own.get(outcome) ?? 0) + 1)
}

/** How often it happened since the process began. */
export const workCount = (worker: string, outcome: WorkOutcome): number => counts.get(worker)?.get(outcome) ?? 0

/** Adds the counts to what `GET /metrics` answers. */
export function exposeWork({ metrics }: FastifyInstance): void {
  const { Counter, register } = metrics.client
  const work = new Counter({
    name: 'guiche_work_total',
    help: 'pieces of durable work by worker and outcome',
    labelNames: ['worker', 'outcome'],
    registers: [],
    collect() {
      this.reset()
      for (const [worker, own] of counts) for (const [outcome, n] of own) this.inc({ worker, outcome }, n)
    }
  })
  register.registerMetric(work)
}
