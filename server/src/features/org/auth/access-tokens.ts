// Access tokens: JWTs with the claims that legacy clients read. Rights never come from them.
import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'

/** Seconds. */
const accessLifetime = 15 * 60

const claimsSchema = z.object({
  id: z.number(),
  companyId: z.number(),
  profile: z.string(),
  /** The login this token belongs to. */
  sid: z.uuid(),
  /** As legacy clients spell it. */
  usarname: z.string()
})
export type Claims = z.infer<typeof claimsSchema>

interface Pen {
  sign(claims: object): string
  /** One a key that is accepted. Each throws for a token of another. */
  verifiers: ((token: string) => unknown)[]
}
const pens = new WeakMap<Secrets, Pen>()

function penOf(secrets: Secrets): Pen {
  const known = pens.get(secrets)
  if (known) return known
  // Time is read from the context, not from the library's clock.
  const pen: Pen = {
    sign: createSigner({ key: secrets.tokenKeys[0], algorithm: 'HS256' }),
    verifiers: secrets.tokenKeys.map((key) => createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true }))
  }
  pens.set(secrets, pen)
  return pen
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)

export function signAccessToken(ctx: Pick<Ctx, 'secrets' | 'now'>, claims: Claims): string {
  const iat = seconds(ctx.now())
  return penOf(ctx.secrets).sign({ ...claims, iat, exp: iat + accessLifetime })
}

const timedClaims = claimsSchema.extend({ exp: z.number() })

function readClaims(token: string, verify: (token: string) => unknown) {
  try {
    return timedClaims.safeParse(verify(token)).data ?? null
  } catch {
    return null
  }
}

/** Null for a token that is missing, changed, expired or none at all. */
export function readAccessToken(ctx: Pick<Ctx, 'secrets' | 'now'>, token: string | undefined): Claims | null {
  if (!token) return null
  for (const verify of penOf(ctx.secrets).verifiers) {
    const claims = readClaims(token, verify)
    if (claims) return claims.exp > seconds(ctx.now()) ? claims : null
  }
  return null
}
