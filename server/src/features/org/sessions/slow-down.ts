// Guessing is slowed down, for each account and for each address, over all nodes and restarts.
import { createHash } from 'node:crypto'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '#platform/ctx.ts'
import { networkOf } from '#platform/http/caller-address.ts'
import { createKeyedSlots } from '#platform/slots.ts'
import { deleteOldAttempts, forgetAttempts, returnAttempt, takeAttempt, type Slowing } from './attempts.repo.ts'

const hour = 3600

/**
 * The delay of an account stays short: whoever guesses at somebody's account must not lock its owner out for long.
 * An address may be a whole office behind one router, so it is given more attempts, and then longer delays.
 */
const slowings = {
  login: {
    account: { free: 5, first: 2, longest: 60, forgottenAfter: hour },
    address: { free: 30, first: 2, longest: 900, forgottenAfter: hour }
  },
  reset: {
    account: { free: 3, first: 60, longest: 900, forgottenAfter: hour },
    address: { free: 10, first: 60, longest: 3600, forgottenAfter: 2 * hour }
  },
  code: {
    account: { free: 10, first: 10, longest: 600, forgottenAfter: hour },
    address: { free: 30, first: 10, longest: 900, forgottenAfter: hour }
  },
  // The own password, asked for again: the account is a person, and the address a login.
  confirm: {
    account: { free: 5, first: 2, longest: 60, forgottenAfter: hour },
    address: { free: 5, first: 2, longest: 60, forgottenAfter: hour }
  }
} satisfies Record<string, Record<'account' | 'address', Slowing>>
export type Slowed = keyof typeof slowings

const hashed = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url')

const accountKey = (what: Slowed, email: string): string => hashed(what, 'account', email)

const [ofAccount, ofPlace] = [createKeyedSlots(2), createKeyedSlots(8)]

/**
 * Attempts in hand count as failed ones: a whole office that signs in at the same moment does it in turn, so that nobody
 * is sent away.
 */
export const inTurn = <T>(email: string, address: string, work: () => Promise<T>): Promise<T> =>
  ofAccount(email, () => ofPlace(networkOf(address), work))

export interface Attempt {
  /** It turned out well: the account starts anew, the address gets this attempt back. */
  succeeded(): Promise<void>
  /** It turned out badly; what was counted before stays. */
  failed(): Promise<void>
}

/** Counts an attempt. Errors: ERR_TOO_MANY_REQUESTS with the seconds to wait. */
export const attempt = async (ctx: Ctx, what: Slowed, email: string, address: string): Promise<Attempt> => {
  const account = accountKey(what, email)
  const place = hashed(what, 'address', networkOf(address))
  const now = ctx.now()
  const seconds =
    (await takeAttempt(ctx.pool, place, slowings[what].address, now)) ||
    (await takeAttempt(ctx.pool, account, slowings[what].account, now))
  if (seconds > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { values: { seconds } })
  return {
    succeeded: async () => {
      await forgetAttempts(ctx.pool, [account])
      await returnAttempt(ctx.pool, place)
    },
    failed: async () => {}
  }
}

/**
 * Counts an attempt from where the account has signed in before: only what is tried from there slows it down. What fails
 * counts for the address as well, which others from there then feel. Errors: ERR_TOO_MANY_REQUESTS with the seconds to wait.
 */
export async function attemptFromKnown(ctx: Ctx, what: Slowed, caller: string, address: string): Promise<Attempt> {
  const own = hashed(what, 'known', caller)
  const seconds = await takeAttempt(ctx.pool, own, slowings[what].account, ctx.now())
  if (seconds > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { values: { seconds } })
  return {
    succeeded: async () => void (await forgetAttempts(ctx.pool, [own])),
    failed: async () => {
      const place = hashed(what, 'address', networkOf(address))
      await takeAttempt(ctx.pool, place, slowings[what].address, ctx.now())
    }
  }
}

/** Attempts on an account count no longer: its owner has proved who they are in another way. */
export const forgive = async (ctx: Ctx, what: Slowed, email: string): Promise<void> => {
  await forgetAttempts(ctx.pool, [accountKey(what, email)])
}

export const sweepAttempts = async (ctx: Ctx): Promise<void> => {
  await deleteOldAttempts(ctx.db, new Date(ctx.now().getTime() - 24 * hour * 1000))
}
