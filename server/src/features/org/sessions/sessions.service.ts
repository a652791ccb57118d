// Rules of logins: one a user, a refresh token that changes with every use, and the ways a login ends.
import { randomUUID } from 'node:crypto'
import { AppError, type ErrorCode } from '@guiche/shared/kernel/app-error.ts'
import type { LoginOrigin } from '@guiche/shared/features/org/auth.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { invalidateActors } from './actor-cache.ts'
import { endOfLogin } from './login-life.ts'
import {
  formatRefreshToken,
  hashOfSecret,
  isAncestor,
  isSameHash,
  newSecret,
  nextSecret,
  type RefreshToken
} from './refresh-token.ts'
import { sessionsEnded, sessionTakenOver } from './sessions.events.ts'
import * as repo from './sessions.repo.ts'

/** Milliseconds in which the token before may come again without counting: two tabs refresh at once. */
const grace = 10_000
/** Exchanges in a row whose answer may have been lost. Two holders who take turns get no further. */
const mostRepeats = 3

interface Who {
  companyId: number
  userId: number
}

/**
 * True when the token before, coming late, may have its successor once more: the answer was lost. Whoever else has used it
 * gets nothing that they have not, and the next exchange of either makes the other's token an old one.
 */
async function takeRepeat(tx: Ctx, row: repo.SessionRow): Promise<boolean> {
  if (row.isRepeated || tx.now().getTime() - row.rotatedAt.getTime() <= grace) return true
  if (row.repeats >= mostRepeats) return false
  await repo.changeSession(tx.db, row.companyId, row.id, { isRepeated: true, repeats: row.repeats + 1 })
  return true
}

/** Ends logins of a user in the running transaction: all, all but some, or one. */
export async function endSessions(
  tx: Ctx,
  who: Who,
  reason: repo.EndReason,
  which: repo.Which = {}
): Promise<string[]> {
  const sessionIds = await repo.endSessions(tx.db, who, which, { endedAt: tx.now(), endReason: reason })
  if (sessionIds.length === 0) return sessionIds
  tx.bus.emit(sessionsEnded, { ...who, sessionIds })
  await invalidateActors(tx, who.companyId, who.userId)
  return sessionIds
}

/** Logins of one user at a time, where the company allows several: beyond it the oldest end. */
const mostLogins = 10

/**
 * Starts a login and ends every other one of that user: its consoles hear which one stays and whence it came, and its tokens
 * and sockets end with this transaction. Where several are allowed the newest stay. The caller holds the user's row.
 */
export async function startSession(
  tx: Ctx,
  { email, ...who }: Who & { email: string },
  { origin, allowsSeveral }: { origin: LoginOrigin; allowsSeveral: boolean }
): Promise<{ sessionId: string; refreshToken: string; ended: string[] }> {
  const token: RefreshToken = { companyId: who.companyId, sessionId: randomUUID(), secret: newSecret() }
  const { sessionId } = token
  const ended = await endSessions(tx, who, 'taken-over', allowsSeveral ? { newest: mostLogins - 1 } : {})
  // Those that stay would take it for their own end.
  if (ended.length > 0 && !allowsSeveral) tx.bus.emit(sessionTakenOver, { ...who, email, sessionId, origin })
  await repo.insertSession(tx.db, {
    ...who,
    id: sessionId,
    tokenHash: hashOfSecret(token.secret),
    rotatedAt: tx.now(),
    expiresAt: await endOfLogin(tx, who.companyId, { createdAt: tx.now(), usedAt: tx.now() }),
    address: origin.address,
    browser: origin.browser,
    system: origin.system,
    createdAt: tx.now()
  })
  return { sessionId, refreshToken: formatRefreshToken(token), ended }
}

/**
 * Locks a login until the transaction ends: nothing else ends it before. Answers with the moment at which the person signed
 * in. Errors: ERR_SESSION_ENDED, ERR_SESSION_TAKEN_OVER.
 */
export async function lockRunningSession(tx: Ctx, companyId: number, sessionId: string): Promise<Date> {
  const row = await repo.lockSession(tx.db, companyId, sessionId)
  if (!row || row.endedAt) throw new AppError(endedCode(row?.endReason ?? null))
  return row.createdAt
}

/** The running logins of a user, the one seen last first. */
export const runningSessions = (ctx: Ctx, who: Who): Promise<repo.SessionRow[]> =>
  repo.runningSessions(ctx.db, who, ctx.now())

const endedCodes: Partial<Record<repo.EndReason, ErrorCode>> = {
  'taken-over': 'ERR_SESSION_TAKEN_OVER',
  'outside-hours': 'ERR_OUTSIDE_HOURS',
  'on-leave': 'ERR_ON_LEAVE'
}

/** Why a login that is over is refused. */
export const endedCode = (reason: repo.EndReason | null): ErrorCode =>
  (reason && endedCodes[reason]) ?? 'ERR_SESSION_ENDED'

export type Refreshed = (Who & { sessionId: string; refreshToken: string }) | { refused: ErrorCode | AppError }

/** The end of a login; whoever holds its token hears when and whence the one came that took it over. */
async function endedError(tx: Ctx, row: repo.SessionRow, { secret }: RefreshToken): Promise<AppError> {
  const code = endedCode(row.endReason)
  const hash = hashOfSecret(secret)
  const isHolder = isSameHash(hash, row.tokenHash) || isSameHash(hash, row.previousTokenHash)
  if (code !== 'ERR_SESSION_TAKEN_OVER' || !isHolder) return new AppError(code)
  const running = await runningSessions(tx, row)
  const by = running.find(({ createdAt }) => row.endedAt !== null && createdAt >= row.endedAt)
  if (by === undefined) return new AppError(code)
  const { address, browser, system } = by
  const values = {
    at: by.createdAt.toISOString(),
    address: address ?? '',
    browser: browser ?? '',
    system: system ?? ''
  }
  return new AppError(code, { values })
}

/**
 * Exchanges a refresh token for the next one. The refusal is an answer and not an error, because the end of a
 * login whose token was used twice has to be committed.
 */
export async function refreshSession(tx: Ctx, token: RefreshToken, address: string): Promise<Refreshed> {
  const row = await repo.lockSession(tx.db, token.companyId, token.sessionId)
  if (!row) return { refused: 'ERR_SESSION_ENDED' }
  if (row.endedAt) return { refused: await endedError(tx, row, token) }
  if (row.expiresAt <= tx.now()) return { refused: 'ERR_SESSION_ENDED' }

  const { companyId, userId, createdAt } = row
  // The life of logins has become shorter since.
  if ((await endOfLogin(tx, companyId, { createdAt, usedAt: row.rotatedAt })) <= tx.now()) {
    await endSessions(tx, { companyId, userId }, 'ended', { only: row.id })
    return { refused: 'ERR_SESSION_ENDED' }
  }
  const hash = hashOfSecret(token.secret)
  const secret = nextSecret(tx.secrets, token)
  const refreshed = { companyId, userId, sessionId: row.id, refreshToken: formatRefreshToken({ ...token, secret }) }
  if (isSameHash(hash, row.tokenHash)) {
    await repo.changeSession(tx.db, companyId, row.id, {
      tokenHash: hashOfSecret(secret),
      previousTokenHash: hash,
      rotatedAt: tx.now(),
      expiresAt: await endOfLogin(tx, companyId, { createdAt, usedAt: tx.now() }),
      address,
      isRepeated: false,
      repeats: row.isRepeated ? row.repeats : 0
    })
    return refreshed
  }
  if (isSameHash(hash, row.previousTokenHash) && (await takeRepeat(tx, row))) return refreshed

  // Somebody holds a token that has been exchanged already: one of the two holders is a thief.
  if (isAncestor(tx.secrets, token, row.tokenHash)) {
    await endSessions(tx, { companyId, userId }, 'token-reused', { only: row.id })
    recordAudit(tx, {
      companyId,
      action: 'login.token-reused',
      subject: { type: 'user', id: userId },
      before: { session: row.id }
    })
  }
  return { refused: 'ERR_SESSION_ENDED' }
}

/** Ends the login of a refresh token and says whose it was; a token that does not fit ends nothing. */
export async function endSessionOf(tx: Ctx, token: RefreshToken): Promise<(Who & { sessionIds: string[] }) | null> {
  const row = await repo.lockSession(tx.db, token.companyId, token.sessionId)
  const hash = hashOfSecret(token.secret)
  if (!row || !(isSameHash(hash, row.tokenHash) || isSameHash(hash, row.previousTokenHash))) return null
  const { companyId, userId } = row
  return { companyId, userId, sessionIds: await endSessions(tx, row, 'logout', { only: row.id }) }
}

/** Milliseconds for which ended logins are kept, so that their consoles learn why. */
const keptFor = 30 * 24 * 3600 * 1000

export async function sweepSessions(ctx: Ctx): Promise<void> {
  await repo.deleteOldSessions(ctx.db, new Date(ctx.now().getTime() - keptFor))
}
