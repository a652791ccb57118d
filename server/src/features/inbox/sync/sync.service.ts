// The company's logged events after a number, those that the caller's rooms heard.
import { syncPageSize } from '@guiche/shared/features/inbox/sync.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import { tracePatterns } from '#features/inbox/contacts/identity/traces.ts'
import { withoutDeleted } from '#features/inbox/messages/history/redact-deleted.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { hook } from '#platform/events/hooks.ts'
import { roomsOf } from '#platform/realtime/rooms.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import * as repo from './sync.repo.ts'

/**
 * What some rooms heard after a number; with `asTold` also what was deleted since, for whoever takes that out later.
 * Errors: ERR_SYNC_TOO_OLD when that is no longer kept, or the number never was.
 */
export async function loggedEvents(
  ctx: Ctx,
  companyId: number,
  { after, rooms, asTold = false }: { after: number; rooms: string[]; asTold?: boolean }
) {
  const { oldest, newest } = await repo.bounds(ctx.db, companyId)
  if (after > newest || (after < newest && after < oldest - 1)) throw new AppError('ERR_SYNC_TOO_OLD')
  const rows = await repo.eventsFor(ctx.db, companyId, { after, rooms, limit: syncPageSize + 1 })
  const shown = rows.slice(0, syncPageSize)
  const told = shown.map(({ payload, at }) => ({ value: JSON.parse(payload) as unknown, at: new Date(at) }))
  const payloads = asTold ? told.map(({ value }) => value) : await withoutDeleted(ctx, companyId, told)
  const hasMore = rows.length > syncPageSize
  const last = shown.at(-1)?.seq ?? after
  return {
    events: shown.map(({ seq, name, at }, place) => ({
      seq,
      name,
      at: new Date(at),
      payload: { ...(payloads[place] as Record<string, unknown>), seq }
    })),
    // Some may have been logged since the newest was looked up.
    seq: hasMore ? last : Math.max(last, newest),
    hasMore
  }
}

/** Errors: ERR_SYNC_TOO_OLD. */
export const eventsAfter = (ctx: Ctx, actor: Actor, after: number) =>
  loggedEvents(ctx, actor.companyId, { after, rooms: roomsOf(actor) })

/** The number before the oldest event that is kept: whoever starts there misses nothing that can still be had. */
export const oldestStart = async (ctx: Ctx, companyId: number): Promise<number> =>
  (await repo.bounds(ctx.db, companyId)).oldest - 1

/** Runs in the transaction that removes events: whoever needs them takes them up here. */
export const beforeEventsSweep = hook<[]>('before events sweep')

/** Removes events older than the configuration keeps. */
export function sweepEvents(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await beforeEventsSweep.run(tx)
    await repo.deleteBefore(tx.db, new Date(ctx.now().getTime() - ctx.config.eventLogHours * 3_600_000))
  })
}

/** A step of `beforeContactDelete`: nobody who catches up hears of the person again. */
export const erasePerson = (tx: Ctx, companyId: number, _contactId: number, person: ErasedPerson): Promise<void> =>
  repo.eraseEvents(tx.db, companyId, tracePatterns(person))
