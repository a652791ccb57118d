// Finds who is behind an access token, with present rights: from a small cache, or from the database.
import type { ErrorCode } from '@guiche/shared/kernel/app-error.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyStanding } from '@guiche/shared/kernel/company-standing.ts'
import type { Actor, ActorDirectory } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { actorCache, actorKey, type KnownActor } from '#features/org/sessions/actor-cache.ts'
import { endedCode } from '#features/org/sessions/sessions.service.ts'
import { requireRecentLogin } from '#features/org/users/require-recent-login.ts'
import { saveUserPresence } from '#features/org/users/user-presence.ts'
import { readAccessToken } from './access-tokens.ts'
import { findCaller, type CallerRow, type LoginKey } from './auth.repo.ts'

/** Why a login may not be used now, or null. */
function refusalOf(row: CallerRow, now: Date): ErrorCode | null {
  if (row.endedAt) return endedCode(row.endReason)
  if (row.expiresAt <= now) return 'ERR_SESSION_ENDED'
  return companyStanding(row.company, now).state !== 'closed' || row.super ? null : 'ERR_COMPANY_INACTIVE'
}

function actorOf({ companyId, userId, sessionId }: LoginKey, row: CallerRow): Actor {
  return {
    id: userId,
    companyId,
    sessionId,
    name: row.name,
    email: row.email,
    profile: row.profile,
    super: row.super,
    queueIds: row.queueIds,
    allTicket: row.allTicket,
    permissions: row.permissions,
    role: row.role && { permissions: row.role.permissions },
    connectionId: row.connectionId,
    planFlags: row.planFlags ?? {},
    timeZone: row.timeZone,
    dueDate: row.company.dueDate
  }
}

async function load(ctx: Ctx, key: LoginKey): Promise<KnownActor> {
  const row = await findCaller(ctx.pool, key)
  if (!row) return { over: 'ERR_SESSION_ENDED' }
  const refusal = refusalOf(row, ctx.now())
  return refusal ? { over: refusal } : { actor: actorOf(key, row) }
}

/** Milliseconds between two writes of somebody's last sign of life. */
const writeEvery = 60_000
/** People whose last sign of life is remembered; beyond it the memory starts anew. */
const mostPeople = 50_000

function createPresence(ctx: Ctx) {
  const written = new Map<string, { online: boolean; at: number; work: Promise<void> }>()
  return (companyId: number, userId: number, online: boolean): Promise<void> => {
    const key = `${companyId}:${userId}`
    const last = written.get(key)
    const at = ctx.now().getTime()
    if (last?.online === online && at - last.at < writeEvery) return last.work
    if (written.size >= mostPeople) written.clear()
    // One after the other: a page that reloads leaves and comes back within milliseconds.
    const work = (last?.work ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => saveUserPresence(ctx, { companyId, userId }, online))
    written.set(key, { online, at, work })
    work.catch(() => written.delete(key))
    return work
  }
}

/** Errors: AppError for a login that is over. */
async function remembered(ctx: Ctx, key: LoginKey): Promise<Actor> {
  const known = await actorCache.get(ctx, actorKey(key.companyId, key.userId, key.sessionId), () => load(ctx, key))
  if ('over' in known) throw new AppError(known.over)
  return known.actor
}

/** The directory that HTTP and sockets ask. */
export function createActorDirectory(ctx: Ctx): ActorDirectory {
  return {
    byAccessToken: async (token) => {
      const claims = readAccessToken(ctx, token)
      if (!claims) throw new AppError('ERR_SESSION_EXPIRED')
      return remembered(ctx, { companyId: claims.companyId, userId: claims.id, sessionId: claims.sid })
    },
    byLogin: ({ companyId, id, sessionId }) => remembered(ctx, { companyId, userId: id, sessionId }),
    again: async ({ companyId, id: userId, sessionId }) => {
      const key = { companyId, userId, sessionId }
      const known = await actorCache.reload(ctx, actorKey(companyId, userId, sessionId), () => load(ctx, key))
      return 'over' in known ? null : known.actor
    },
    confirm: (actor, currentPassword, call) =>
      requireRecentLogin(call ? { ...ctx, call } : ctx, actor, currentPassword),
    setOnline: createPresence(ctx)
  }
}
