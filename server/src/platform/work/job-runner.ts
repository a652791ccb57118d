// Runs jobs that were taken, whoever took them, and knows which are under way.
import type { JobResult, JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import type { Ctx } from '../ctx.ts'
import { describeFailure } from '../text/describe-failure.ts'
import type { Job, JobAttempt } from './jobs.ts'

/** What is done with the jobs of a queue. */
export interface JobHandler {
  queue: string
  job: Job
  /** Null for what is added by hand. */
  cron: string | null
  handle: (ctx: Ctx, data: unknown, attempt: JobAttempt) => Promise<void>
}

export type TakenJob = Pick<JobWithMetadata, 'id' | 'data' | 'retryCount' | 'retryLimit'>

/** Runs one; how it ended. */
export type RunJob = (ctx: Ctx, handler: JobHandler, taken: TakenJob) => Promise<JobResult>

export interface JobRunner {
  run: RunJob
  /** Resolves when none of those that run now is running. */
  settle(): Promise<void>
  isBusy(): boolean
}

/** Makes the runner of a node. */
export function createJobRunner(log: Logger, isStopping: () => boolean): JobRunner {
  const running = new Set<Promise<unknown>>()

  const attempt = async (ctx: Ctx, { job, handle }: JobHandler, taken: TakenJob): Promise<JobResult> => {
    const isLastTry = taken.retryCount >= taken.retryLimit
    try {
      await handle(ctx, job.schema.parse(taken.data), { isLastTry, isStopping })
      return { id: taken.id, status: 'completed' }
    } catch (error) {
      const failure = describeFailure(error)
      log.error({ job: job.name, id: taken.id, attempt: taken.retryCount + 1, isLastTry, err: failure }, 'a job failed')
      return { id: taken.id, status: 'failed', output: { type: failure.type, message: failure.message } }
    }
  }

  return {
    run: (ctx, handler, taken) => {
      const work = attempt(ctx, handler, taken).finally(() => running.delete(work))
      running.add(work)
      return work
    },
    settle: async () => void (await Promise.all(running)),
    isBusy: () => running.size > 0
  }
}
