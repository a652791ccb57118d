// Tokens that forms of older clients make by themselves and send along with a connection.
import { shortestToken } from '@guiche/shared/features/inbox/connection-token.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { mailAccountChange } from '#features/org/users/mail-account-change.ts'
import type { Actor, Caller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { hashOfToken } from '#platform/secrets/token-hash.ts'
import { countGuess } from './token-guesses.ts'

/**
 * The hash that such a token is stored as; undefined where none is sent, or the one that is stored already. Taken from fresh
 * logins alone, as everything that opens a door. To be called before the transaction. A token that somebody else has is
 * refused when it is stored, in the words for a short one; whoever tries many is slowed down as one who guesses.
 * Errors: ERR_CONNECTION_TOKEN_TOO_SHORT, ERR_TOO_MANY_REQUESTS and those of `confirm`.
 */
export async function hashOfClientToken(
  ctx: Ctx,
  { actor, confirm }: Caller,
  token: string | undefined,
  stored: string | null
): Promise<string | undefined> {
  if (token === undefined) return undefined
  const hash = hashOfToken(token)
  if (hash === stored) return undefined
  if (token.length < shortestToken) {
    const code = 'ERR_CONNECTION_TOKEN_TOO_SHORT'
    throw new AppError(code, { fields: { token: code } })
  }
  await confirm()
  countGuess(hash, `company ${actor.companyId}`, ctx.now())
  return hash
}

/** Tells whoever stored a token for a connection so by mail. Runs in the transaction that stores it. */
export const mailToken = (tx: Ctx, actor: Actor, connection: string): Promise<void> =>
  mailAccountChange(tx, { companyId: actor.companyId, userId: actor.id }, ['token'], { by: actor, connection })
