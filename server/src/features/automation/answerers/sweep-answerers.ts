// Takes questions up again whose job was lost: a server that was killed at the last try, a database that failed there.
import type { Ctx } from '#platform/ctx.ts'
import { answerJob } from './answerers.jobs.ts'
import { abandonedAnswerers } from './answerers.repo.ts'
import { lease } from './speak-turn.ts'

/** Milliseconds after which a customer no longer waits for an answer of this kind. */
const patience = 30 * 60_000

/** Every minute. Longer ago than any turn and its retries take, so that whoever is at it is left alone. */
export const sweepAnswerers = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  for (const key of await abandonedAnswerers(ctx.db, { from: before(patience), to: before(lease + 30_000), now })) {
    await ctx.jobs.add(ctx, answerJob, key, { singletonKey: `${key.companyId}:${key.ticketId}` })
  }
}
