// The second step of a sign-in: asked for after the right password, passed with a code.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { challengeValue, type SecondFactorSetup } from '@guiche/shared/features/org/second-factor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { isGenuine, newChallenge, parseChallenge, type Challenge } from './challenge.ts'
import { takeAnyCode } from './check-code.ts'
import { demandedFrom, takesPasswordAlone, type DemandedOf } from './demand.ts'
import { countPasskeys } from './passkeys.repo.ts'
import * as repo from './second-factor.repo.ts'
import { beginSecondFactor } from './second-factor.service.ts'
import { switchOn } from './switch-on.ts'

export type { Challenge }

/** An account with a right password, or one that a challenge names. */
export interface FactorAccount extends repo.Person, DemandedOf {
  email: string
  passwordHash: string
}

/** A challenge is for this password and this secret, or for setting one up; neither can be told from it. */
const stampOf = ({ passwordHash }: FactorAccount, factor: repo.FactorRow | undefined): string =>
  `${passwordHash}:${factor?.confirmedAt ? factor.sealedSecret : 'setup'}`

/** A right password that does not do. */
function refusal(tx: Ctx, account: FactorAccount, factor: repo.FactorRow | undefined): AppError {
  const values = { [challengeValue]: newChallenge(tx, account, stampOf(account, factor)) }
  return factor?.confirmedAt
    ? new AppError('ERR_SECOND_FACTOR_REQUIRED', {
        message: 'This account asks for a code of an authenticator app; sign in with a client that knows it.',
        values
      })
    : new AppError('ERR_SECOND_FACTOR_SETUP_REQUIRED', {
        message: 'A second factor is demanded of this account; set it up with a client that knows it.',
        values
      })
}

/**
 * Passes for accounts without a second factor of which none is demanded yet, and for clients that know none where the
 * company allows them. Errors: ERR_SECOND_FACTOR_REQUIRED or ERR_SECOND_FACTOR_SETUP_REQUIRED, with the challenge.
 */
export async function requireSecondFactor(
  tx: Ctx,
  account: FactorAccount,
  { knowsFactors }: { knowsFactors: boolean }
): Promise<void> {
  const factor = await repo.findFactor(tx.db, account)
  if (!factor?.confirmedAt && !isOver(tx, await demandedFrom(tx, account))) return
  if (!knowsFactors && (await takesPasswordAlone(tx, account))) return
  throw refusal(tx, account, factor)
}

const isOver = (ctx: Ctx, due: Date | null): boolean => due !== null && due <= ctx.now()

/** The moment from which a second factor is demanded that the account has not; null for none, and for whoever has one. */
export async function secondFactorDue(ctx: Ctx, account: DemandedOf & repo.Person): Promise<Date | null> {
  const due = await demandedFrom(ctx, account)
  if (due === null) return null
  const hasCode = (await repo.findFactor(ctx.db, account))?.confirmedAt
  // The password alone opens nothing from then on; who has a passkey needs no code besides.
  return hasCode || (await countPasskeys(ctx.db, account)) > 0 ? null : due
}

/** Whether a login that goes on has to end, so that the next one sets the second factor up. */
export const isFactorOverdue = async (ctx: Ctx, account: DemandedOf & repo.Person): Promise<boolean> =>
  isOver(ctx, await secondFactorDue(ctx, account)) && !(await takesPasswordAlone(ctx, account))

/** Whose login a challenge is, unproved; null for one that is none or has expired. */
export const readChallenge = (ctx: Ctx, text: string): Challenge | null => parseChallenge(ctx, text)

interface Answer {
  challenge: Challenge
  code: string
}

/** `expired`: the password or the factor has changed since, or the challenge is none of ours. */
export async function passSecondFactor(
  tx: Ctx,
  account: FactorAccount,
  { challenge, code }: Answer
): Promise<'passed' | 'wrong' | 'expired'> {
  const factor = await repo.findFactor(tx.db, account)
  if (!factor?.confirmedAt || !isGenuine(tx, challenge, stampOf(account, factor))) return 'expired'
  return (await takeAnyCode(tx, factor, code)) ? 'passed' : 'wrong'
}

/** Null when the password or the factor has changed since, or the challenge is none of ours. */
export async function beginDemandedFactor(
  tx: Ctx,
  account: FactorAccount,
  challenge: Challenge
): Promise<SecondFactorSetup | null> {
  const factor = await repo.findFactor(tx.db, account)
  if (factor?.confirmedAt || !isGenuine(tx, challenge, stampOf(account, factor))) return null
  return beginSecondFactor(tx, account, account.email)
}

/** Switches the factor on that was begun under the challenge; answers with the recovery codes. */
export async function confirmDemandedFactor(
  tx: Ctx,
  account: FactorAccount,
  { challenge, code }: Answer
): Promise<string[] | 'wrong' | 'expired'> {
  const factor = await repo.findFactor(tx.db, account)
  if (!factor || factor.confirmedAt || !isGenuine(tx, challenge, stampOf(account, factor))) return 'expired'
  return (await switchOn(tx, factor, { code })) ?? 'wrong'
}
