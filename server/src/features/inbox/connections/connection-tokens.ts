// The tokens of connections: made here, kept as hashes, and who calls with one.
import { randomBytes } from 'node:crypto'
import { longestToken } from '@guiche/shared/features/inbox/connection-token.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isStorable } from '@guiche/shared/kernel/ids.ts'
import { lockRunningSession } from '#features/org/sessions/sessions.service.ts'
import type { Caller, ExternalCaller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { hashOfToken } from '#platform/secrets/token-hash.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { mailToken } from './client-tokens.ts'
import { connectionById, connectionsTouched } from './connections.service.ts'
import * as repo from './connections.repo.ts'
import { recordConnectionAct } from './record-connection.ts'
import { countGuess } from './token-guesses.ts'

/**
 * Makes a token, which is told this once; the one before is worth nothing from then on, and lines that were opened with it
 * end. Whoever made it is told by mail. Errors: ERR_NO_WAPP_FOUND and those of `confirm`.
 */
export async function renewToken(ctx: Ctx, { actor, confirm }: Caller, id: number): Promise<string> {
  const { companyId, sessionId } = actor
  const { name } = await connectionById(ctx, companyId, id)
  await confirm()
  const token = randomBytes(32).toString('hex')
  await inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, companyId, sessionId)
    await repo.updateConnectionRow(tx.db, companyId, id, { tokenHash: hashOfToken(token) })
    const touched = await connectionsTouched(tx, companyId, [id])
    if (touched.length === 0) throw new AppError('ERR_NO_WAPP_FOUND')
    await mailToken(tx, actor, name)
    recordConnectionAct(tx, { companyId, id, name }, 'connection.token-renewed')
  })
  return token
}

/** The program behind a token. Errors: ERR_CONNECTION_TOKEN_INVALID, ERR_TOO_MANY_REQUESTS for an address that guesses. */
export async function externalCaller(ctx: Ctx, token: string | undefined, address: string): Promise<ExternalCaller> {
  const refuse = () => new AppError('ERR_CONNECTION_TOKEN_INVALID', { message: 'Acesso não permitido' })
  // What no connection can have is no guess.
  if (token === undefined || token.length > longestToken || !isStorable(token)) throw refuse()
  const hash = hashOfToken(token)
  const guess = countGuess(hash, address, ctx.now())
  const caller = await repo.callerByToken(ctx.pool, hash)
  if (!caller) {
    guess.wrong()
    throw refuse()
  }
  guess.right()
  return caller
}
