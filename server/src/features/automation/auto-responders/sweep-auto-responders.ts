// Takes questions up again whose job was lost: a server that was killed at the last try, a database that failed there.
import type { Ctx } from '#platform/ctx.ts'
import { answerJob } from './auto-responders.jobs.ts'
import { abandonedAutoResponders, claimedAutoResponders } from './auto-responders.repo.ts'

/** Milliseconds after which a customer no longer waits for an answer of this kind. */
const patience = 30 * 60_000

/** Milliseconds in which a question whose job failed is tried again by itself. */
const retried = 60_000

/** Every minute. Whoever is at it is left alone, and so is what is tried again by itself. */
export async function sweepAutoResponders(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  for (const key of await abandonedAutoResponders(ctx.db, { from: before(patience), to: before(retried), now })) {
    await ctx.jobs.add(ctx, answerJob, key, { singletonKey: `${key.companyId}:${key.ticketId}` })
  }
}

/** At the start: turns that a killed server was at are followed as soon as their leases have run out. */
export async function followKilled(ctx: Ctx): Promise<void> {
  for (const { leaseUntil, ...key } of await claimedAutoResponders(ctx.db)) {
    await ctx.jobs.add(ctx, answerJob, key, {
      startAfter: new Date((leaseUntil ?? ctx.now()).getTime() + 1_000),
      singletonKey: `${key.companyId}:${key.ticketId}:later`
    })
  }
}
