// A sign-in with a passkey: something one has and a finger, a face or a PIN, so neither password nor code is asked for.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { PasskeyCredential } from '@guiche/shared/features/org/passkeys.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { provePasskey, takePasskeyUse, type PasskeyUse } from '#features/org/second-factor/pass-passkey.ts'
import { lockAccount } from './auth.repo.ts'
import { enter, type SignedIn } from './auth.service.ts'
import type { LoginSource } from './known-callers.ts'

/**
 * Errors: ERR_PASSKEYS_OFF, ERR_PASSKEY_REFUSED for a key that nobody has, a wrong or old signature and one that was used
 * before, and those of `enter`.
 */
export async function loginWithPasskey(
  ctx: Ctx,
  credential: PasskeyCredential,
  source: LoginSource
): Promise<SignedIn> {
  return enterWithUse(ctx, await provePasskey(ctx, credential), source)
}

/** Errors: ERR_PASSKEY_REFUSED for a signature that was used before or whose passkey is gone, and those of `enter`. */
export function enterWithUse(ctx: Ctx, use: PasskeyUse, source: LoginSource): Promise<SignedIn> {
  return inTransaction(ctx, async (tx) => {
    const person = await takePasskeyUse(tx, use)
    const account = person && (await lockAccount(tx.db, person))
    if (!account) throw new AppError('ERR_PASSKEY_REFUSED')
    return enter(tx, account, source)
  })
}
