// The jobs port on pg-boss: queues in PostgreSQL, filled inside our transactions, worked off by every node with the role.
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { describeFailure } from '../text/describe-failure.ts'
import { isInTransaction } from '../events/transaction.ts'
import { uuidv7 } from '../text/uuid.ts'
import type { Job, JobAttempt } from './jobs.ts'
import { watchDue } from './watch-due.ts'
import type { Jobs } from '#platform/ctx.ts'

export interface PgBossJobsOptions {
  databaseUrl: string
  log: Logger
  /** False: this node adds jobs and leaves them to others (or to `drain`). */
  runWorkers: boolean
}

interface Worker {
  queue: string
  job: Job
  cron: string | null
  handler: (ctx: Ctx, data: unknown, attempt: JobAttempt) => Promise<void>
}

/** Seconds between two looks of a worker that nobody woke: a notice or the watch over all queues comes long before. */
const backstop = 60
/** A node that died is noticed when its jobs have been silent for this long; less pg-boss does not take. */
const silentSeconds = 10
/** Seconds between two looks for silent jobs, and between two signs of life of one. */
const lookSeconds = 3
const longestSeconds = 3600
const keptSeconds = 2 * 24 * 3600

const queueOf = (name: string): string => name.replaceAll(/[^\w.-]+/g, '-')

function openBoss(databaseUrl: string, log: Logger, runWorkers: boolean): PgBoss {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'guiche-jobs',
    max: 5,
    // Options of the driver below: a database that fell silent without closing its lines must not hold workers for good.
    ...({ query_timeout: 60_000, keepAlive: true } as object),
    useListenNotify: runWorkers,
    supervise: runWorkers,
    schedule: runWorkers,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds
  })
  // Without a listener an error of the pool, such as a restart of the database, would end the process.
  // While the database is away every worker says so every second; once in a while is enough.
  let saidAt = 0
  boss.on('error', (error) => {
    if (Date.now() - saidAt < 10_000) return
    saidAt = Date.now()
    log.warn({ err: describeFailure(error) }, 'the job queue has a problem')
  })
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the job queue warns'))
  return boss
}

/** Creates pg-boss's own tables; for template databases. */
export async function installJobTables(databaseUrl: string, log: Logger): Promise<void> {
  const boss = openBoss(databaseUrl, log, false)
  await boss.start()
  await boss.stop({ graceful: false })
}

/** Makes the jobs port. Nothing is opened before the first `add`, `start` or `drain`. */
export function createPgBossJobs({ databaseUrl, log, runWorkers }: PgBossJobsOptions): Jobs {
  const boss = openBoss(databaseUrl, log, runWorkers)
  const workers = new Map<string, Worker>()
  /** Queues known to exist, with the promise of those being made. */
  const queues = new Map<string, Promise<void>>()
  const running = new Set<Promise<unknown>>()
  const workerIds = new Map<string, string[]>()
  let watch: { stop(): void } | null = null
  let root: Ctx | null = null
  /** Jobs of one transaction have one time of creation; rising ids keep them in the order of their adding. */
  let lastId = 0
  let opening: Promise<unknown> | null = null
  let state: 'idle' | 'open' | 'working' | 'stopped' = 'idle'

  const open = async (): Promise<void> => {
    if (state === 'stopped') throw new Error('jobs were asked for after they were stopped')
    opening ??= boss.start().then(() => {
      if (state === 'idle') state = 'open'
    })
    try {
      await opening
    } catch (error) {
      // The database was away; the next call tries again.
      opening = null
      throw error
    }
  }

  const makeQueue = async (queue: string, job: Job, isSchedule: boolean): Promise<void> => {
    const options = {
      notify: true,
      retryLimit: job.retries,
      retryDelay: job.retryDelay,
      retryBackoff: job.retryDelay > 0,
      heartbeatSeconds: silentSeconds,
      expireInSeconds: longestSeconds,
      deleteAfterSeconds: keptSeconds
    }
    // `short`: one waiting job a key. `exclusive`: not even beside a running one.
    await boss.createQueue(queue, { ...options, policy: isSchedule ? 'exclusive' : 'short' })
    // The queue may date from a version with other numbers.
    await boss.updateQueue(queue, options)
  }

  const ensureQueue = (queue: string, job: Job, isSchedule = false): Promise<void> => {
    const made =
      queues.get(queue) ??
      makeQueue(queue, job, isSchedule).catch((error: unknown) => {
        queues.delete(queue)
        throw error
      })
    queues.set(queue, made)
    return made
  }

  const ensureQueues = async (): Promise<void> => {
    for (const { queue, job, cron } of workers.values()) await ensureQueue(queue, job, cron !== null)
  }

  const register = (worker: Worker): void => {
    if (workers.has(worker.queue)) throw new Error(`two workers are registered for the job ${worker.job.name}`)
    if (state === 'working') throw new Error(`the worker of ${worker.job.name} was registered after the start`)
    workers.set(worker.queue, worker)
  }

  const runOne = async ({ job, handler }: Worker, taken: JobWithMetadata): Promise<JobResult> => {
    const isLastTry = taken.retryCount >= taken.retryLimit
    try {
      if (!root) throw new Error('jobs ran before they were started')
      await handler(root, job.schema.parse(taken.data), { isLastTry })
      return { id: taken.id, status: 'completed' }
    } catch (error) {
      const failure = describeFailure(error)
      log.error({ job: job.name, id: taken.id, attempt: taken.retryCount + 1, isLastTry, err: failure }, 'a job failed')
      return { id: taken.id, status: 'failed', output: { type: failure.type, message: failure.message } }
    }
  }

  const track = <T>(work: Promise<T>): Promise<T> => {
    const tracked = work.finally(() => running.delete(tracked))
    running.add(tracked)
    return tracked
  }

  const startWorker = async (worker: Worker): Promise<void> => {
    const id: string = await boss.work(
      worker.queue,
      {
        pollingIntervalSeconds: backstop,
        notifyPollingIntervalSeconds: backstop,
        heartbeatRefreshSeconds: lookSeconds,
        includeMetadata: true,
        perJobResults: true
      },
      (batch: JobWithMetadata[]) => {
        // Where there was one there may be more: look again at once and not with the next watch. Of a schedule there is one.
        if (worker.cron === null) boss.notifyWorker(id)
        return track(Promise.all(batch.map((taken) => runOne(worker, taken))))
      }
    )
    workerIds.set(worker.queue, [...(workerIds.get(worker.queue) ?? []), id])
  }

  const startSchedules = async (): Promise<void> => {
    const scheduled = [...workers.values()].filter(({ cron }) => cron !== null)
    for (const { queue, cron } of scheduled) await boss.schedule(queue, cron ?? '', {}, { tz: 'UTC', missed: 'once' })
    for (const { name } of await boss.getSchedules()) {
      // Dropped from the program since.
      if (!scheduled.some(({ queue }) => queue === name)) await boss.unschedule(name)
    }
  }

  /** Fetches and runs one batch of a queue; how many there were. */
  const drainOnce = async (worker: Worker): Promise<number> => {
    const batch = (await boss.fetch(worker.queue, { batchSize: 20, includeMetadata: true })) as JobWithMetadata[]
    // PostgreSQL hands over the claimed rows in any order.
    batch.sort(
      (a, b) => b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime() || (a.id < b.id ? -1 : 1)
    )
    for (const taken of batch) {
      const { status, output } = await track(runOne(worker, taken))
      if (status === 'completed') await boss.complete(worker.queue, taken.id)
      else await boss.fail(worker.queue, taken.id, output as object)
    }
    return batch.length
  }

  /** What is due by the application's clock, which tests set ahead, is due. */
  const makeDue = async (): Promise<void> => {
    const now = root?.now().toISOString()
    await boss.getDb().executeSql(
      `update pgboss.job set start_after = now()
       where state in ('created', 'retry') and start_after > now() and start_after <= $1::timestamptz`,
      [now]
    )
  }

  const drain = async (): Promise<void> => {
    if (!root) throw new Error('drain() needs a started application')
    await open()
    await ensureQueues()
    for (let found = 1; found > 0 || running.size > 0;) {
      await Promise.all(running)
      await makeDue()
      found = 0
      for (const worker of workers.values()) found += await drainOnce(worker)
    }
  }

  return {
    add: async (ctx, job, data, options = {}) => {
      // What the worker will see: the data after their way through JSON.
      const stored = JSON.parse(JSON.stringify(data)) as object
      const parsed = job.schema.safeParse(stored)
      if (!parsed.success) {
        throw new Error(`bad data for the job ${job.name}: ${describeFailure(parsed.error).message}`)
      }
      await open()
      const queue = queueOf(job.name)
      await ensureQueue(queue, job)
      lastId = Math.max(Date.now(), lastId + 1)
      const id = uuidv7(lastId)
      await boss.send(queue, stored, {
        id,
        singletonKey: options.singletonKey ?? id,
        ...(options.startAfter ? { startAfter: options.startAfter } : {}),
        ...(options.priority === undefined ? {} : { priority: options.priority }),
        ...(isInTransaction(ctx) ? { db: fromDrizzle(ctx.db, sql) } : {})
      })
    },
    work: (job, handler) =>
      register({ queue: queueOf(job.name), job, cron: null, handler: handler as Worker['handler'] }),
    schedule: (name, cron, handler) => {
      // A missed or failed run is made good by the next one.
      const job: Job = { name, schema: z.unknown(), retries: 0, retryDelay: 0, concurrency: 1 }
      register({ queue: queueOf(name), job, cron, handler: (ctx) => handler(ctx) })
    },
    start: async (ctx) => {
      root = ctx
      await open()
      if (!runWorkers || state === 'working') return
      await ensureQueues()
      await startSchedules()
      for (const worker of workers.values()) {
        // One by one and not as a group, because only a worker with an id of its own can be told to look again.
        for (let n = 0; n < worker.job.concurrency; n++) await startWorker(worker)
      }
      watch = watchDue(boss, [...workers.keys()], (queue) => {
        for (const id of workerIds.get(queue) ?? []) boss.notifyWorker(id)
      })
      state = 'working'
    },
    stop: async () => {
      if (state === 'stopped') return
      const wasOpen = opening !== null
      state = 'stopped'
      watch?.stop()
      if (!wasOpen) return
      // What runs longer is taken up again by whichever node is there.
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
    drain,
    isReady: () => state === 'working' || (!runWorkers && state === 'open')
  }
}
