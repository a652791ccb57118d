// The jobs port on pg-boss: queues in PostgreSQL, filled inside our transactions, worked off by every node with the role.
import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobWithMetadata, type PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Ctx, Jobs } from '../ctx.ts'
import { describeFailure } from '../text/describe-failure.ts'
import { isInTransaction } from '../events/transaction.ts'
import { uuidv7 } from '../text/uuid.ts'
import { drainJobs } from './drain-jobs.ts'
import { createJobQueues, queueOf } from './job-queues.ts'
import { createJobRunner, type JobHandler, type RunJob } from './job-runner.ts'
import { job as makeJob, type Job } from './jobs.ts'
import { lookSeconds, makeOpenBoss } from './open-boss.ts'
import { watchDue } from './watch-due.ts'

export interface PgBossJobsOptions {
  databaseUrl: string
  log: Logger
  /** False: this node adds jobs and leaves them to others (or to `drain`). */
  runWorkers: boolean
}

/** Seconds between two looks of a worker that nobody woke: a notice or the watch over all queues comes long before. */
const backstop = 60

/** What the worker will see: the data after their way through JSON. Errors: when they are not what the job takes. */
function storable(job: Job, data: unknown): object {
  const stored = JSON.parse(JSON.stringify(data)) as object
  const parsed = job.schema.safeParse(stored)
  if (!parsed.success) throw new Error(`bad data for the job ${job.name}: ${describeFailure(parsed.error).message}`)
  return stored
}

/** Takes jobs of one queue one after the other; answers with the id by which the worker is woken. */
async function startWorker(
  boss: PgBoss,
  { queue, cron }: JobHandler,
  run: (taken: JobWithMetadata) => ReturnType<RunJob>
): Promise<string> {
  const options = {
    pollingIntervalSeconds: backstop,
    notifyPollingIntervalSeconds: backstop,
    heartbeatRefreshSeconds: lookSeconds,
    includeMetadata: true,
    perJobResults: true
  } as const
  const id: string = await boss.work(queue, options, (batch: JobWithMetadata[]) => {
    // Where there was one there may be more: look again at once and not with the next watch. Of a schedule there is one.
    if (cron === null) boss.notifyWorker(id)
    return Promise.all(batch.map(run))
  })
  return id
}

async function startSchedules(boss: PgBoss, handlers: JobHandler[]): Promise<void> {
  const scheduled = handlers.filter(({ cron }) => cron !== null)
  for (const { queue, cron } of scheduled) await boss.schedule(queue, cron ?? '', {}, { tz: 'UTC', missed: 'once' })
  for (const { name } of await boss.getSchedules()) {
    // Dropped from the program since.
    if (!scheduled.some(({ queue }) => queue === name)) await boss.unschedule(name)
  }
}

/** Starts the workers of all queues and the watch that wakes them; answers with the way to stop the watch. */
async function startWorkers(
  boss: PgBoss,
  handlers: JobHandler[],
  run: (handler: JobHandler, taken: JobWithMetadata) => ReturnType<RunJob>
): Promise<{ stop(): void }> {
  await startSchedules(boss, handlers)
  const workerIds = new Map<string, string[]>()
  for (const handler of handlers) {
    const ids: string[] = []
    // One by one and not as a group, because only a worker with an id of its own can be told to look again.
    for (let n = 0; n < handler.job.concurrency; n++) {
      ids.push(await startWorker(boss, handler, (taken) => run(handler, taken)))
    }
    workerIds.set(handler.queue, ids)
  }
  return watchDue(boss, [...workerIds.keys()], (queue) => {
    for (const id of workerIds.get(queue) ?? []) boss.notifyWorker(id)
  })
}

/** Adds jobs under rising ids: those of one transaction have one time of creation, and keep the order of their adding. */
function createAdd(boss: PgBoss, prepare: (job: Job) => Promise<void>): Jobs['add'] {
  let lastId = 0
  return async (ctx, job, data, { singletonKey, startAfter, priority } = {}) => {
    const stored = storable(job, data)
    await prepare(job)
    lastId = Math.max(Date.now(), lastId + 1)
    const id = uuidv7(lastId)
    await boss.send(queueOf(job.name), stored, {
      id,
      singletonKey: singletonKey ?? id,
      ...(startAfter ? { startAfter } : {}),
      ...(priority === undefined ? {} : { priority }),
      ...(isInTransaction(ctx) ? { db: fromDrizzle(ctx.db, sql) } : {})
    })
  }
}

/** Makes the jobs port. Nothing is opened before the first `add`, `start` or `drain`. */
export function createPgBossJobs({ databaseUrl, log, runWorkers }: PgBossJobsOptions): Jobs {
  const opened = makeOpenBoss(databaseUrl, log, runWorkers)
  const { boss, open } = opened
  const handlers = new Map<string, JobHandler>()
  const ensureQueue = createJobQueues(boss)
  const runner = createJobRunner(log, () => stopping !== null)
  let root: Ctx | null = null
  let watch: { stop(): void } | null = null
  let stopping: Promise<void> | null = null

  const ensureQueues = async (): Promise<void> => {
    await open()
    for (const { job, cron } of handlers.values()) await ensureQueue(job, cron !== null)
  }

  const register = (handler: Omit<JobHandler, 'queue'>): void => {
    const { name } = handler.job
    const queue = queueOf(name)
    if (handlers.has(queue)) throw new Error(`two workers are registered for the job ${name}`)
    if (watch) throw new Error(`the worker of ${name} was registered after the start`)
    handlers.set(queue, { ...handler, queue })
  }

  return {
    add: createAdd(boss, async (job) => {
      await open()
      await ensureQueue(job, false)
    }),
    work: (job, handler) => register({ job, cron: null, handle: handler as JobHandler['handle'] }),
    schedule: (name, cron, handler) => {
      // A missed or failed run is made good by the next one.
      const once = makeJob(name, z.unknown(), { retries: 0, retryDelay: 0, concurrency: 1 })
      register({ job: once, cron, handle: (ctx, _data, attempt) => handler(ctx, attempt) })
    },
    start: async (ctx) => {
      root = ctx
      await open()
      if (!runWorkers || watch) return
      await ensureQueues()
      watch = await startWorkers(boss, [...handlers.values()], (handler, taken) => runner.run(ctx, handler, taken))
    },
    stop: () => {
      watch?.stop()
      stopping ??= opened.stop()
      return stopping
    },
    drain: async () => {
      if (!root) throw new Error('drain() needs a started application')
      await ensureQueues()
      await drainJobs(boss, root, [...handlers.values()], runner)
    },
    isReady: () => stopping === null && (runWorkers ? watch !== null : opened.isOpen())
  }
}
