// What a sign-in carries from the password to the code: signed, for some minutes, for one account as it is now.
import type { Ctx } from '#platform/ctx.ts'
import type { Person } from './second-factor.repo.ts'

/** Milliseconds. */
const lifetime = 10 * 60_000
const purpose = 'second-factor-challenge'
const form = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/

export interface Challenge extends Person {
  /** Milliseconds since 1970. */
  until: number
  signature: string
}

/** `stamp` changes with the password and the factor: a challenge for what was before opens nothing. */
const signedText = ({ companyId, userId, until }: Omit<Challenge, 'signature'>, stamp: string): string =>
  `${companyId}.${userId}.${until}.${stamp}`

export function newChallenge(ctx: Pick<Ctx, 'secrets' | 'now'>, person: Person, stamp: string): string {
  const until = ctx.now().getTime() + lifetime
  const { companyId, userId } = person
  return `${companyId}.${userId}.${until}.${ctx.secrets.sign(purpose, signedText({ ...person, until }, stamp))}`
}

/** What a challenge says of itself, unproved; null for text that is none or has expired. */
export function parseChallenge(ctx: Pick<Ctx, 'now'>, text: string): Challenge | null {
  const [, companyId, userId, until, signature] = form.exec(text) ?? []
  if (!companyId || !userId || !until || !signature || Number(until) <= ctx.now().getTime()) return null
  return { companyId: Number(companyId), userId: Number(userId), until: Number(until), signature }
}

export const isGenuine = (ctx: Pick<Ctx, 'secrets'>, challenge: Challenge, stamp: string): boolean =>
  ctx.secrets.verify(purpose, signedText(challenge, stamp), challenge.signature)
