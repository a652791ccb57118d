// Two who are at the same rows in the same moment: the second comes while the first has not committed yet.
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { TestApp } from './server/build-test-app.ts'
import { eventually } from './eventually.ts'

/** Makes a call that has to wait for the transaction of `work`, which then commits. Resolves with what both answer. */
export async function whileOpen<T, A>(
  { ctx }: TestApp,
  work: (tx: Ctx) => Promise<T>,
  call: () => Promise<A>
): Promise<[T, A]> {
  const [done, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = inTransaction(ctx, async (tx) => {
    const result = await work(tx)
    done.resolve()
    await end.promise
    return result
  })
  await Promise.race([done.promise, first])
  const second = call()
  await eventually(async () => {
    const waiting = await ctx.pool.$client`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return waiting.length > 0
  }, 'waiting for the first').finally(() => end.resolve())
  return Promise.all([first, second])
}
