// Signing in with a passkey: what the browser asks for, and whose key signed it.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { PasskeyCredential } from '@guiche/shared/features/org/passkeys.ts'
import type { Ctx } from '#platform/ctx.ts'
import { newPasskeyChallenge, passkeyLifetime, readPasskeyChallenge } from './passkey-challenge.ts'
import { passkeySite, type PasskeySite } from '#platform/http/passkey-site.ts'
import * as repo from './passkeys.repo.ts'
import type { Person } from './second-factor.repo.ts'

/** Errors: ERR_PASSKEYS_OFF. */
export function siteOf({ config }: Pick<Ctx, 'config'>): PasskeySite {
  const site = passkeySite(config)
  if (!site) throw new AppError('ERR_PASSKEYS_OFF')
  return site
}

/** Options for `navigator.credentials.get`, for whichever passkey somebody picks. Errors: ERR_PASSKEYS_OFF. */
export async function startPasskeyLogin(ctx: Ctx): Promise<{ options: Record<string, unknown> }> {
  const site = siteOf(ctx)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    challenge: newPasskeyChallenge(ctx, 'login'),
    timeout: passkeyLifetime,
    userVerification: 'required'
  })
  return { options: { ...options } }
}

/** What a signature that is right leaves behind, once it is used. */
export interface PasskeyUse {
  credentialId: string
  counter: number
  /** When the challenge was made, in milliseconds since 1970. */
  lastChallenge: number
}

/** Whose passkey it is if this is the first use of its signature, or null; to be called in the transaction of the login. */
export async function takePasskeyUse(tx: Ctx, { credentialId, ...use }: PasskeyUse): Promise<Person | null> {
  const row = await repo.findPasskey(tx.db, credentialId)
  return row && (await repo.takeSignature(tx.db, row, { ...use, usedAt: tx.now() })) ? row : null
}

/** The use of a passkey that signed a challenge of ours; it is not taken yet. Errors: ERR_PASSKEYS_OFF, ERR_PASSKEY_REFUSED. */
export async function provePasskey(ctx: Ctx, credential: PasskeyCredential): Promise<PasskeyUse> {
  const site = siteOf(ctx)
  const row = await repo.findPasskey(ctx.db, credential.id)
  if (!row) throw new AppError('ERR_PASSKEY_REFUSED')
  let madeAt: number | null = null
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as never,
    expectedChallenge: (given) => {
      madeAt = readPasskeyChallenge(ctx, 'login', Buffer.from(given, 'base64url').toString())
      return madeAt !== null
    },
    expectedOrigin: site.origins,
    expectedRPID: site.id,
    credential: {
      id: row.credentialId,
      publicKey: Buffer.from(row.publicKey, 'base64url'),
      counter: row.counter,
      transports: row.transports
    },
    requireUserVerification: true
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo || madeAt === null) throw new AppError('ERR_PASSKEY_REFUSED')
  const { credentialId } = row
  return { credentialId, counter: authenticationInfo.newCounter, lastChallenge: Number(madeAt) }
}
