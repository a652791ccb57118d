// Signing in, staying signed in, signing out.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { LoginReply } from '@guiche/shared/features/org/auth.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { lastSeq } from '#platform/realtime/last-seq.ts'
import { inTransaction } from '#platform/transaction.ts'
import { companyBriefOf } from '#features/org/companies/companies.service.ts'
import { parseRefreshToken } from '#features/org/sessions/refresh-token.ts'
import { endSessionOf, endSessions, refreshSession, startSession } from '#features/org/sessions/sessions.service.ts'
import { isRightPassword } from '#features/org/users/passwords.ts'
import { holdUser, userById } from '#features/org/users/users.service.ts'
import { readAccessToken, signAccessToken } from './access-tokens.ts'
import { findAccount } from './auth.repo.ts'
import { attempt, inTurn } from './slow-down.ts'

export interface SignedIn {
  reply: LoginReply
  /** For the cookie. */
  refreshToken: string
}

interface Session {
  companyId: number
  userId: number
  sessionId: string
  refreshToken: string
}

const signedIn = async (ctx: Ctx, { companyId, userId, sessionId, refreshToken }: Session): Promise<SignedIn> => {
  const user = await userById(ctx, companyId, userId)
  const company = await companyBriefOf(ctx, companyId, user)
  if (!company.status && !user.super) throw new AppError('ERR_COMPANY_INACTIVE')
  const token = signAccessToken(ctx, {
    id: userId,
    companyId,
    profile: user.profile,
    sid: sessionId,
    usarname: user.name
  })
  const seq = await lastSeq(ctx.db, companyId)
  return { reply: { token, user: { ...user, company }, seq }, refreshToken }
}

/** The answer to an unknown mail address; configured to be that of a wrong password. */
const unknownEmail = (ctx: Ctx): AppError =>
  new AppError(ctx.config.hideUnknownEmail ? 'ERR_INVALID_CREDENTIALS' : 'ERR_NO_USER_FOUND')

/**
 * Signs in and ends every other login of the user.
 * Errors: ERR_TOO_MANY_REQUESTS, ERR_NO_USER_FOUND (404), ERR_INVALID_CREDENTIALS (401), ERR_COMPANY_INACTIVE.
 */
export const login = async (
  ctx: Ctx,
  { email, password }: { email: string; password: string },
  address: string
): Promise<SignedIn> => {
  const {
    companyId,
    userId,
    email: own
  } = await inTurn(email, address, async () => {
    const tried = await attempt(ctx, 'login', email, address)
    const account = await findAccount(ctx.db, email)
    const isRight = await isRightPassword(ctx, account?.passwordHash, password)
    if (!account) throw unknownEmail(ctx)
    if (!isRight) throw new AppError('ERR_INVALID_CREDENTIALS')
    await tried.succeeded()
    return account
  })
  return inTransaction(ctx, async (tx) => {
    // One login of a user at a time: the later one ends the earlier one.
    if (!(await holdUser(tx, companyId, userId))) throw unknownEmail(ctx)
    const session = await startSession(tx, { companyId, userId, email: own })
    return signedIn(tx, { companyId, userId, ...session })
  })
}

/** Errors: ERR_SESSION_ENDED, ERR_SESSION_TAKEN_OVER, ERR_COMPANY_INACTIVE; all 401. */
export const refresh = async (ctx: Ctx, cookie: string | undefined): Promise<SignedIn> => {
  const token = parseRefreshToken(cookie)
  if (!token) throw new AppError('ERR_SESSION_ENDED')
  const refreshed = await inTransaction(ctx, (tx) => refreshSession(tx, token))
  if ('refused' in refreshed) throw new AppError(refreshed.refused)
  return signedIn(ctx, refreshed)
}

/** Ends the login of a cookie and that of an access token, which may be two. Never fails for what is already over. */
export const logout = (ctx: Ctx, cookie: string | undefined, accessToken: string | undefined): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const token = parseRefreshToken(cookie)
    if (token) await endSessionOf(tx, token)
    const claims = readAccessToken(tx, accessToken)
    if (!claims) return
    await endSessions(tx, { companyId: claims.companyId, userId: claims.id }, 'logout', { only: claims.sid })
  })

export const me = async ({ id, name, email, profile, companyId, super: isSuper }: Actor) => ({
  id,
  name,
  email,
  profile,
  companyId,
  super: isSuper
})
