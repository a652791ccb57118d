// A passkey that is used in a browser signs the desktop app in: by a code, bound to the app that asked for it (PKCE, RFC 7636).
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { PasskeyCredential } from '@guiche/shared/features/org/passkeys.ts'
import type { Ctx } from '#platform/ctx.ts'
import { provePasskey } from '#features/org/second-factor/pass-passkey.ts'
import type { SignedIn } from './auth.service.ts'
import type { LoginSource } from './known-callers.ts'
import { enterWithUse } from './login-with-passkey.ts'

const purpose = 'app-code'
/** Milliseconds in which the browser hands the code to the app. */
const lifetime = 2 * 60_000

const codeText = z.object({
  use: z.object({ credentialId: z.string(), counter: z.number(), lastChallenge: z.number() }),
  codeChallenge: z.string(),
  /** Milliseconds since 1970. */
  expires: z.number()
})

/**
 * The code for the app that made the challenge. It signs nobody in here, and the signature is used up when the app signs in.
 * Errors: ERR_PASSKEYS_OFF, ERR_PASSKEY_REFUSED.
 */
export async function newAppCode(
  ctx: Ctx,
  { credential, codeChallenge }: { credential: PasskeyCredential; codeChallenge: string }
): Promise<string> {
  const use = await provePasskey(ctx, credential)
  const expires = ctx.now().getTime() + lifetime
  const text = Buffer.from(JSON.stringify({ use, codeChallenge, expires })).toString('base64url')
  return `${text}.${ctx.secrets.sign(purpose, text)}`
}

function isVerifierOf(codeChallenge: string, codeVerifier: string): boolean {
  const made = createHash('sha256').update(codeVerifier).digest('base64url')
  return made.length === codeChallenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(codeChallenge))
}

/**
 * Errors: ERR_PASSKEY_REFUSED for a code that is none of ours, too old, used, or of another app's challenge, and those of
 * `enter`.
 */
export function enterWithAppCode(
  ctx: Ctx,
  { code, codeVerifier }: { code: string; codeVerifier: string },
  source: LoginSource
): Promise<SignedIn> {
  const [text = '', signature = '', ...rest] = code.split('.')
  if (rest.length > 0 || !ctx.secrets.verify(purpose, text, signature)) throw new AppError('ERR_PASSKEY_REFUSED')
  const { use, codeChallenge, expires } = codeText.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  if (expires <= ctx.now().getTime() || !isVerifierOf(codeChallenge, codeVerifier))
    throw new AppError('ERR_PASSKEY_REFUSED')
  return enterWithUse(ctx, use, source)
}
