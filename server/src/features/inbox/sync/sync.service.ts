// The company's logged events after a number, those that the caller's rooms heard.
import { syncPageSize } from '@guiche/shared/features/inbox/sync.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { roomsOf } from '#platform/realtime/rooms.ts'
import * as repo from './sync.repo.ts'

/** Errors: ERR_SYNC_TOO_OLD when events after that number are no longer kept, or the number was never reached. */
export const eventsAfter = async (ctx: Ctx, actor: Actor, after: number) => {
  const { companyId } = actor
  const { oldest, newest } = await repo.bounds(ctx.db, companyId)
  if (after > newest || (after < newest && after < oldest - 1)) throw new AppError('ERR_SYNC_TOO_OLD')
  const rows = await repo.eventsFor(ctx.db, companyId, after, roomsOf(actor), syncPageSize + 1)
  const shown = rows.slice(0, syncPageSize)
  const hasMore = rows.length > syncPageSize
  return {
    events: shown.map(({ seq, name, payload }) => ({
      seq,
      name,
      payload: { ...(JSON.parse(payload) as object), seq }
    })),
    seq: hasMore ? (shown.at(-1)?.seq ?? after) : newest,
    hasMore
  }
}

/** Removes events older than the configuration keeps. */
export const sweepEvents = (ctx: Ctx): Promise<void> =>
  repo.deleteBefore(ctx.db, new Date(ctx.now().getTime() - ctx.config.eventLogHours * 3_600_000))
