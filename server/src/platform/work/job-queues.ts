// The queue of each job in pg-boss: its name, its options, and making it before it is needed.
import type { PgBoss } from 'pg-boss'
import type { Job } from './jobs.ts'

/** A node that died is noticed when its jobs have been silent for this long; less pg-boss does not take. */
const silentSeconds = 10
const keptSeconds = 2 * 24 * 3600

/** The name of a job as pg-boss takes it. */
export const queueOf = (name: string): string => name.replaceAll(/[^\w.-]+/g, '-')

/** Options of a job's queue. */
export function queueOptions({ retries, retryDelay, longest, givenUp }: Job) {
  return {
    notify: true,
    retryLimit: retries,
    retryDelay,
    retryBackoff: retryDelay > 0,
    heartbeatSeconds: silentSeconds,
    expireInSeconds: longest,
    deleteAfterSeconds: keptSeconds,
    ...(givenUp && { deadLetter: queueOf(givenUp.name) })
  }
}

async function makeQueue(boss: PgBoss, job: Job, isSchedule: boolean): Promise<void> {
  const [queue, options] = [queueOf(job.name), queueOptions(job)]
  // `short`: one waiting job a key. `exclusive`: not even beside a running one.
  await boss.createQueue(queue, { ...options, policy: isSchedule ? 'exclusive' : 'short' })
  // The queue may date from a version with other numbers.
  await boss.updateQueue(queue, options)
}

/** Answers with the way to have a job's queue made, once. */
export function createJobQueues(boss: PgBoss): (job: Job, isSchedule: boolean) => Promise<void> {
  const queues = new Map<string, Promise<void>>()
  const ensure = (job: Job, isSchedule: boolean): Promise<void> => {
    const queue = queueOf(job.name)
    const make = async () => {
      // A queue can name only one that is there.
      if (job.givenUp) await ensure(job.givenUp, false)
      await makeQueue(boss, job, isSchedule)
    }
    const made =
      queues.get(queue) ??
      make().catch((error: unknown) => {
        queues.delete(queue)
        throw error
      })
    queues.set(queue, made)
    return made
  }
  return ensure
}
