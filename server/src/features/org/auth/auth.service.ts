// Signing in, staying signed in, signing out.
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyStanding } from '@guiche/shared/kernel/company-standing.ts'
import type { LoginReply } from '@guiche/shared/features/org/auth.ts'
import type { User } from '@guiche/shared/features/org/users.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { lastSeq } from '#platform/events/event-log.repo.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { companyBriefOf } from '#features/org/companies/companies.service.ts'
import { recordGuess } from '#features/org/sessions/record-guesses.ts'
import { parseRefreshToken } from '#features/org/sessions/refresh-token.ts'
import { endSessionOf, endSessions, refreshSession, startSession } from '#features/org/sessions/sessions.service.ts'
import { isRightPassword } from '#features/org/users/passwords.ts'
import { settingOf } from '#features/org/settings/settings.service.ts'
import { signInRefusal } from '#features/org/work-times/sign-in-times.ts'
import {
  isFactorOverdue,
  requireSecondFactor,
  secondFactorDue
} from '#features/org/second-factor/pass-second-factor.ts'
import { lockUser, preferencesOf, userById } from '#features/org/users/users.service.ts'
import { attempt, attemptFromDevice, attemptFromNetwork, oneByOne } from '#features/org/sessions/slow-down.ts'
import { readAccessToken, signAccessToken } from './access-tokens.ts'
import { findAccount, type Account } from './auth.repo.ts'
import { loginOrigin } from './login-origin.ts'
import { knownCaller, nobody, rememberCaller, type LoginSource } from './known-callers.ts'

export interface SignedIn {
  reply: LoginReply
  /** For the cookie. */
  refreshToken: string
}

function demandedOf({ id, companyId, profile, super: isSuper, createdAt }: User) {
  return { companyId, userId: id, profile, isSuper, createdAt: new Date(createdAt) }
}

interface Session {
  companyId: number
  userId: number
  sessionId: string
  refreshToken: string
}

async function signedIn(ctx: Ctx, { companyId, userId, sessionId, refreshToken }: Session): Promise<SignedIn> {
  const user = await userById(ctx, companyId, userId)
  const company = await companyBriefOf(ctx, companyId, user)
  if (companyStanding(company, ctx.now()).state === 'closed' && !user.super) throw new AppError('ERR_COMPANY_INACTIVE')
  const token = signAccessToken(ctx, {
    id: userId,
    companyId,
    profile: user.profile,
    sid: sessionId,
    usarname: user.name
  })
  const [preferences, seq] = [await preferencesOf(ctx, companyId, userId), await lastSeq(ctx.db, companyId)]
  const due = (await secondFactorDue(ctx, demandedOf(user)))?.toISOString() ?? null
  return { reply: { token, user: { ...user, company, preferences, secondFactorDue: due }, seq }, refreshToken }
}

/** Milliseconds between a refused password and its answer where unknown addresses are hidden. */
const leastTime = 50

/** The answer to an unknown mail address; configured to be that of a wrong password. */
const unknownEmail = (ctx: Ctx): AppError =>
  ctx.config.hideUnknownEmail ? wrongPassword(ctx) : new AppError('ERR_NO_USER_FOUND')

/** Where unknown addresses are hidden, either of the two may be wrong. */
function wrongPassword({ config }: Ctx): AppError {
  const code = 'ERR_INVALID_CREDENTIALS'
  return new AppError(code, config.hideUnknownEmail ? { fields: { email: code, password: code } } : {})
}

/** The account of a right password. Guesses of others slow nobody down who has signed in from there before. */
async function checkCredentials(
  ctx: Ctx,
  { email, password }: { email: string; password: string },
  source: LoginSource
): Promise<Account> {
  const { address } = source
  const account = await findAccount(ctx.db, email)
  const known = await knownCaller(ctx, account ?? nobody, source)
  // A device waits for nobody else from its address.
  const place = known?.isDevice ? known.key : address
  return oneByOne(known?.key ?? email, place, async () => {
    const tried =
      known === null
        ? await attempt(ctx, 'login', email, address)
        : await (known.isDevice ? attemptFromDevice : attemptFromNetwork)(ctx, known.key, address)
    // Read again: the password may have changed while others were first.
    const present = await findAccount(ctx.db, email)
    const isRight = await isRightPassword(ctx, present?.passwordHash, password)
    if (present && isRight) {
      await tried.succeeded()
      return present
    }
    await tried.failed()
    // What is written down of somebody alone takes no longer than what is not written down.
    const least = ctx.config.hideUnknownEmail ? pause(leastTime) : undefined
    if (present) await recordGuess(ctx, { ...present, action: 'login.failed' })
    // Whoever tries many addresses is seen here: what nobody has stands in no company's log.
    else ctx.log.info({ address }, 'a sign-in failed: nobody has the mail address')
    await least
    throw present ? wrongPassword(ctx) : unknownEmail(ctx)
  })
}

/**
 * Starts the login of an account in the running transaction, which has locked its user. Errors: ERR_COMPANY_INACTIVE,
 * ERR_OUTSIDE_HOURS, ERR_ON_LEAVE; only whoever knows password and code hears of them.
 */
export async function enter(tx: Ctx, account: Account, source: LoginSource): Promise<SignedIn> {
  const { companyId, userId, name, email } = account
  const refusal = await signInRefusal(tx, account)
  if (refusal) throw refusal
  await rememberCaller(tx, { companyId, userId }, source)
  const origin = loginOrigin(source.agent, source.address, tx.now())
  const allowsSeveral = (await settingOf(tx, companyId, 'severalLogins')) === 'enabled'
  const session = await startSession(tx, { companyId, userId, email }, { origin, allowsSeveral })
  const entry = {
    companyId,
    subject: { type: 'user', id: userId, label: name },
    by: { id: userId, name, email }
  }
  recordAudit(tx, { ...entry, action: 'login.succeeded', after: { session: session.sessionId } })
  if (session.ended.length > 0) {
    recordAudit(tx, { ...entry, action: 'login.taken-over', before: { sessions: session.ended } })
  }
  return signedIn(tx, { companyId, userId, ...session })
}

/**
 * Signs in; the later login of a user ends the earlier ones, unless the company allows several.
 * Errors: ERR_TOO_MANY_REQUESTS, ERR_NO_USER_FOUND (404), ERR_INVALID_CREDENTIALS (401), ERR_COMPANY_INACTIVE,
 * ERR_SECOND_FACTOR_REQUIRED, ERR_SECOND_FACTOR_SETUP_REQUIRED, ERR_OUTSIDE_HOURS,
 * ERR_ON_LEAVE.
 */
export async function login(
  ctx: Ctx,
  credentials: { email: string; password: string },
  source: LoginSource & { knowsFactors: boolean }
): Promise<SignedIn> {
  const account = await checkCredentials(ctx, credentials, source)
  return inTransaction(ctx, async (tx) => {
    if (!(await lockUser(tx, account.companyId, account.userId))) throw unknownEmail(ctx)
    await requireSecondFactor(tx, account, source)
    return enter(tx, account, source)
  })
}

/** Errors: ERR_SESSION_ENDED, ERR_SESSION_TAKEN_OVER, ERR_COMPANY_INACTIVE, ERR_OUTSIDE_HOURS, ERR_ON_LEAVE; all 401. */
export async function refresh(ctx: Ctx, cookie: string | undefined, address: string): Promise<SignedIn> {
  const token = parseRefreshToken(cookie)
  if (!token) throw new AppError('ERR_SESSION_ENDED')
  const refreshed = await inTransaction(ctx, async (tx) => {
    const exchanged = await refreshSession(tx, token, address)
    if ('refused' in exchanged) return exchanged
    const user = await userById(tx, exchanged.companyId, exchanged.userId)
    if (await isFactorOverdue(tx, demandedOf(user))) {
      await endSessions(tx, exchanged, 'factor-demanded')
      return { refused: 'ERR_SESSION_ENDED' as const }
    }
    const refusal = await signInRefusal(tx, exchanged)
    if (refusal === null) return exchanged
    await endSessions(tx, exchanged, refusal.code === 'ERR_ON_LEAVE' ? 'on-leave' : 'outside-hours')
    return { refused: refusal }
  })
  if ('refused' in refreshed) {
    const { refused } = refreshed
    throw typeof refused === 'string' ? new AppError(refused) : refused
  }
  return signedIn(ctx, refreshed)
}

async function recordLogout(tx: Ctx, { companyId, userId }: { companyId: number; userId: number }, sessions: string[]) {
  if (sessions.length === 0) return
  const { id, name, email } = await userById(tx, companyId, userId)
  recordAudit(tx, {
    companyId,
    action: 'login.ended',
    subject: { type: 'user', id, label: name },
    before: { sessions },
    by: { id, name, email }
  })
}

/** Ends the login of a cookie and that of an access token, which may be two. Never fails for what is already over. */
export function logout(ctx: Ctx, cookie: string | undefined, accessToken: string | undefined): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const token = parseRefreshToken(cookie)
    const ended = token ? await endSessionOf(tx, token) : null
    if (ended) await recordLogout(tx, ended, ended.sessionIds)
    const claims = readAccessToken(tx, accessToken)
    if (!claims) return
    const who = { companyId: claims.companyId, userId: claims.id }
    await recordLogout(tx, who, await endSessions(tx, who, 'logout', { only: claims.sid }))
  })
}

export async function me({ id, name, email, profile, companyId, super: isSuper }: Actor) {
  return {
    id,
    name,
    email,
    profile,
    companyId,
    super: isSuper
  }
}
