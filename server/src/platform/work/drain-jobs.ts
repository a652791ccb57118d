// Runs what is due until nothing is left, in order and by the application's clock; for tests.
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Ctx } from '../ctx.ts'
import type { JobHandler, JobRunner } from './job-runner.ts'

type Ordered = Pick<JobWithMetadata, 'id' | 'priority' | 'createdOn'>

/** The higher priority first, then what was added first. PostgreSQL hands claimed rows over in any order. */
export const inOrder = (a: Ordered, b: Ordered): number =>
  b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime() || (a.id < b.id ? -1 : 1)

/** What is due by the application's clock, which tests set ahead, is due. */
async function makeDue(boss: PgBoss, now: Date): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job set start_after = now()
     where state in ('created', 'retry') and start_after > now() and start_after <= $1::timestamptz`,
    [now.toISOString()]
  )
}

/** Resolves when nothing is due and nothing runs. */
export async function drainJobs(boss: PgBoss, ctx: Ctx, handlers: JobHandler[], runner: JobRunner): Promise<void> {
  /** Fetches and runs one batch of a queue; how many there were. */
  const drainOnce = async (handler: JobHandler): Promise<number> => {
    const batch = (await boss.fetch(handler.queue, { batchSize: 20, includeMetadata: true })) as JobWithMetadata[]
    for (const taken of batch.sort(inOrder)) {
      const { status, output } = await runner.run(ctx, handler, taken)
      if (status === 'completed') await boss.complete(handler.queue, taken.id)
      else await boss.fail(handler.queue, taken.id, output as object)
    }
    return batch.length
  }
  for (let found = 1; found > 0 || runner.isBusy();) {
    await runner.settle()
    await makeDue(boss, ctx.now())
    found = 0
    for (const handler of handlers) found += await drainOnce(handler)
  }
}
