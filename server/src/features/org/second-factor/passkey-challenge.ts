// The text that a passkey signs: made by us, for some minutes, for one purpose, and kept by nobody.
import { randomBytes } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'

/** Milliseconds that somebody has to reach for the phone. */
export const passkeyLifetime = 5 * 60_000
const form = /^(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/

/** For a login, or for adding a passkey to somebody: `<company>.<user>`. */
export type ChallengeFor = 'login' | `${number}.${number}`

const signedText = (use: ChallengeFor, at: string, random: string): string => `${use}/${at}/${random}`

const purpose = 'passkey-challenge'

export function newPasskeyChallenge({ secrets, now }: Pick<Ctx, 'secrets' | 'now'>, use: ChallengeFor): string {
  const [at, random] = [String(now().getTime()), randomBytes(16).toString('base64url')]
  return `${at}.${random}.${secrets.sign(purpose, signedText(use, at, random))}`
}

/** When a challenge was made, in milliseconds since 1970; null for one that is none of ours, for something else, or too old. */
export function readPasskeyChallenge(
  { secrets, now }: Pick<Ctx, 'secrets' | 'now'>,
  use: ChallengeFor,
  challenge: string
): number | null {
  const [, at, random, signature] = form.exec(challenge) ?? []
  if (!at || !random || !signature) return null
  if (!secrets.verify(purpose, signedText(use, at, random), signature)) return null
  const age = now().getTime() - Number(at)
  return age <= passkeyLifetime ? Number(at) : null
}
