// Guessing is slowed down, for each account and for each address, over all nodes and restarts.
import { createHash } from 'node:crypto'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '#platform/ctx.ts'
import { networkOf } from '#platform/http/caller-address.ts'
import { createKeyedSlots } from '#platform/work/slots.ts'
import { deleteOldAttempts, deleteAttempts, returnAttempt, takeAttempt, type Slowing } from './attempts.repo.ts'

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
  // Whoever guesses codes has the password already: six digits take more than short delays.
  factor: {
    account: { free: 5, first: 10, longest: 900, forgottenAfter: hour },
    address: { free: 30, first: 10, longest: 900, forgottenAfter: hour }
  },
  // The own password, asked for again: the account is a person, and the address a login.
  confirm: {
    account: { free: 5, first: 2, longest: 60, forgottenAfter: hour },
    address: { free: 5, first: 2, longest: 60, forgottenAfter: hour }
  }
} satisfies Record<string, Record<'account' | 'address', Slowing>>
export type Slowed = keyof typeof slowings

/** Of an address: wrong passwords for accounts that have signed in there, once it is out of attempts. */
const reserve: Slowing = { free: 30, first: 2, longest: 60, forgottenAfter: hour }

const hashed = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url')

const accountKey = (what: Slowed, email: string): string => hashed(what, 'account', email)

const addressKey = (what: Slowed, address: string): string => hashed(what, 'address', networkOf(address))

const [ofAccount, ofPlace] = [createKeyedSlots(2), createKeyedSlots(8)]

/**
 * Attempts in hand count as failed ones: a whole office that signs in at the same moment does it in turn, so that nobody
 * is sent away.
 */
export const oneByOne = <T>(email: string, address: string, work: () => Promise<T>): Promise<T> =>
  ofAccount(email, () => ofPlace(networkOf(address), work))

export interface Attempt {
  /** It turned out well: the account starts anew, the address gets this attempt back. */
  succeeded(): Promise<void>
  /** It turned out badly; what was counted before stays. */
  failed(): Promise<void>
}

/** Counts an attempt. Errors: ERR_TOO_MANY_REQUESTS with the seconds to wait. */
export async function attempt(ctx: Ctx, what: Slowed, email: string, address: string): Promise<Attempt> {
  const account = accountKey(what, email)
  const place = addressKey(what, address)
  const now = ctx.now()
  const seconds =
    (await takeAttempt(ctx.pool, place, slowings[what].address, now)) ||
    (await takeAttempt(ctx.pool, account, slowings[what].account, now))
  if (seconds > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { values: { seconds } })
  return {
    succeeded: async () => {
      await deleteAttempts(ctx.pool, [account])
      await returnAttempt(ctx.pool, place)
    },
    failed: async () => {}
  }
}

/**
 * Counts a login from the device of the person: only what is tried there slows it down. What fails counts for the address as
 * well, which others from there then feel. Errors: ERR_TOO_MANY_REQUESTS with the seconds to wait.
 */
export async function attemptFromDevice(ctx: Ctx, device: string, address: string): Promise<Attempt> {
  const own = hashed('login', 'known', device)
  const seconds = await takeAttempt(ctx.pool, own, slowings.login.account, ctx.now())
  if (seconds > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { values: { seconds } })
  return {
    succeeded: async () => void (await deleteAttempts(ctx.pool, [own])),
    failed: async () => {
      await takeAttempt(ctx.pool, addressKey('login', address), slowings.login.address, ctx.now())
    }
  }
}

/**
 * Counts a login from a network, `known`, in which the person has signed in before. Guesses from elsewhere do not slow it
 * down, and neither do those of this network at accounts that it does not know: an address that is out of attempts has a
 * reserve for known ones. Whoever sprays guesses over the accounts of one network gets no further than the two.
 * Errors: ERR_TOO_MANY_REQUESTS with the seconds to wait.
 */
export async function attemptFromNetwork(ctx: Ctx, known: string, address: string): Promise<Attempt> {
  const own = hashed('login', 'known', known)
  const [place, spare] = [addressKey('login', address), hashed('login', 'reserve', networkOf(address))]
  const take = (key: string, slowing: Slowing) => takeAttempt(ctx.pool, key, slowing, ctx.now())
  let seconds = await take(own, slowings.login.account)
  if (seconds > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { values: { seconds } })
  const counted = (await take(place, slowings.login.address)) === 0 ? place : spare
  if (counted === spare) seconds = await take(spare, reserve)
  if (seconds > 0) {
    // It was not made, so the person's own delay does not grow by it.
    await returnAttempt(ctx.pool, own)
    throw new AppError('ERR_TOO_MANY_REQUESTS', { values: { seconds } })
  }
  return {
    succeeded: async () => {
      await deleteAttempts(ctx.pool, [own])
      await returnAttempt(ctx.pool, counted)
    },
    failed: async () => {}
  }
}

/** Attempts on an account count no longer: its owner has proved who they are in another way. */
export async function forgive(ctx: Ctx, what: Slowed, email: string): Promise<void> {
  await deleteAttempts(ctx.pool, [accountKey(what, email)])
}

export async function sweepAttempts(ctx: Ctx): Promise<void> {
  await deleteOldAttempts(ctx.db, new Date(ctx.now().getTime() - 24 * hour * 1000))
}
