// Takes questions up again whose job was lost: a server that was killed at the last try, a database that failed there.
import type { Ctx } from '#platform/ctx.ts'
import { wake } from '#platform/work/define-worker.ts'
import { answerJob } from './auto-responders.jobs.ts'
import { abandonedAutoResponders, claimedAutoResponders, type AutoResponderKey } from './auto-responders.repo.ts'

/** Milliseconds after which a customer no longer waits for an answer of this kind. */
const patience = 30 * 60_000

/** Milliseconds in which a question whose job failed is tried again by itself. */
const retried = 60_000

/** Conversations nobody is at, which are not tried again by themselves. */
export function abandoned(ctx: Ctx): Promise<AutoResponderKey[]> {
  const now = ctx.now()
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  return abandonedAutoResponders(ctx.db, { from: before(patience), to: before(retried), now })
}

/** At the start: replies that a killed server was at are followed as soon as their leases have run out. */
export async function followKilled(ctx: Ctx): Promise<void> {
  for (const { leaseUntil, ...key } of await claimedAutoResponders(ctx.db)) {
    await wake(ctx, answerJob, key, new Date((leaseUntil ?? ctx.now()).getTime() + 1_000))
  }
}
