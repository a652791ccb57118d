// What every node remembers of callers for a few seconds, and how a change makes all of them forget it.
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { sharedCache } from '#platform/shared-cache.ts'
import type { ErrorCode } from '@guiche/shared/kernel/app-error.ts'

/** A caller, or why the login is over. */
export type KnownActor = { actor: Actor } | { over: ErrorCode }

/** Milliseconds. */
const rememberedFor = 5_000

export const actorCache = sharedCache<KnownActor>({ channel: 'guiche_actors', ttl: rememberedFor })

export const actorKey = (companyId: number, userId: number, sessionId: string): string =>
  `${companyId}:${userId}:${sessionId}`

/**
 * Rights, queues, plan or company of callers have changed: call it in the transaction that changes them.
 * Without `userId` everybody of the company is meant.
 */
export const invalidateActors = (tx: Ctx, companyId: number, userId?: number): Promise<void> =>
  actorCache.forget(tx, userId === undefined ? `${companyId}:` : `${companyId}:${userId}:`)
