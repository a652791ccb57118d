// Declares a durable worker: what it claims at a key, what it does with it, and where it looks for what nobody woke it for.
// A wake is a job, so it commits with the change that asks for it, is claimed by one node, and outlives a restart.
import type { z } from 'zod'
import type { Ctx, Jobs } from '../ctx.ts'
import { countWork } from './count-work.ts'
import type { Job, JobAttempt } from './jobs.ts'
import { createSignal } from './signal.ts'
import { runLoop, type Claimed, type Outcome } from './work-loop.ts'

/** A job whose data name the key at which there is work. */
export type WakeJob<Key extends object> = Job<z.ZodType<Key, Key>>

export interface WorkerOptions<Key extends object, Work> {
  /** The job that wakes it: how often a run that fails is tried again, and how many run at once. */
  wakes: WakeJob<Key>
  /** Takes what is due at a key so that nobody else does it. */
  claim: (ctx: Ctx, key: Key, attempt: JobAttempt) => Promise<Claimed<Work>>
  process: (ctx: Ctx, work: Work, attempt: JobAttempt) => Promise<Outcome>
  /** Puts a piece that failed off, or aside where a person sees it. Errors: what it is not there to judge. */
  setAside?: (ctx: Ctx, work: Work, error: unknown) => Promise<Outcome>
  /** Pieces of a key before others have their turn; no limit when left out. */
  mostPieces?: number
  /** A cron expression in UTC: how often `due` is asked, on one node, for keys with work that no wake tells of. */
  sweepEvery: string
  due: (ctx: Ctx) => Promise<Iterable<Key>> | AsyncIterable<Key>
  /** What the sweep finds is done by it, one key after the other, instead of being woken: many keys that can only wait. */
  sweepsInPlace?: boolean
}

export interface Worker<Key> {
  /** Works off a key; what a wake does. Errors: those that `setAside` does not judge. */
  run(ctx: Ctx, key: Key, attempt?: JobAttempt): Promise<void>
  sweep(ctx: Ctx): Promise<void>
  /** Takes the wakes of its job, and sweeps. */
  register(jobs: Jobs): void
}

/**
 * Wakes the worker of a job at a key, as soon as the transaction commits or not before a moment. Of several wakes of one key,
 * or of one key at one moment, a single one waits. Whoever locks rows after it names a moment: a wake without one waits for
 * the transaction of another.
 */
export async function wake<Key extends object>(tx: Ctx, job: WakeJob<Key>, key: Key, at?: Date): Promise<void> {
  countWork(job.name, 'woken')
  const name = Object.values(key).join('/')
  await tx.jobs.add(
    tx,
    job,
    key,
    at === undefined ? { singletonKey: name } : { startAfter: at, singletonKey: `${name}/${at.getTime()}` }
  )
}

/** A run that no job asked for. Each is its own: what a run looks up is kept by its attempt. */
const unasked = (): JobAttempt => ({ isLastTry: false, isStopping: () => false })

/** Makes a worker; `register` plugs it in. */
export function defineWorker<Key extends object, Work>(options: WorkerOptions<Key, Work>): Worker<Key> {
  const { wakes, claim, process, setAside, mostPieces, due } = options
  const { name } = wakes

  const run = async (ctx: Ctx, key: Key, attempt = unasked()): Promise<void> => {
    const end = await runLoop<Work>({
      claim: () => claim(ctx, key, attempt),
      process: (work) => process(ctx, work, attempt),
      setAside: setAside && ((work, error) => setAside(ctx, work, error)),
      mostPieces,
      isOpen: () => !attempt.isStopping(),
      signal: createSignal(),
      count: (outcome) => countWork(name, outcome)
    })
    if (end.kind !== 'idle') await wake(ctx, wakes, key)
    else if (end.at !== null) await wake(ctx, wakes, key, end.at)
  }

  const sweep = async (ctx: Ctx): Promise<void> => {
    for await (const key of await due(ctx)) {
      countWork(name, 'swept')
      if (options.sweepsInPlace !== true) await wake(ctx, wakes, key)
      else {
        // One that fails keeps nobody else waiting, and is found again.
        await run(ctx, key).catch((error: unknown) =>
          ctx.log.error({ worker: name, key, err: error }, 'work was not done')
        )
      }
    }
  }

  return {
    run,
    sweep,
    register: (jobs) => {
      jobs.work(wakes, run)
      jobs.schedule(`${name}.sweep`, options.sweepEvery, sweep)
    }
  }
}
