// One look a second for all queues: jobs for later, tries again, and jobs whose notice was lost begin with it.
import type { PgBoss } from 'pg-boss'

/** Milliseconds between two looks. */
const pause = 1_000

/** Calls `wake` with each of the queues in which a job is due, until it is stopped. */
export function watchDue(boss: PgBoss, queues: string[], wake: (queue: string) => void): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const look = async (): Promise<void> => {
    const { rows } = await boss.getDb().executeSql(
      `select q.name from unnest($1::text[]) as q(name) where exists (
         select from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`,
      [queues]
    )
    for (const { name } of rows) wake(String(name))
  }

  const next = (): void => {
    timer = setTimeout(() => {
      // While the database is away the workers say so.
      void look()
        .catch(() => {})
        .finally(() => isStopped || next())
    }, pause)
  }

  next()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    }
  }
}
