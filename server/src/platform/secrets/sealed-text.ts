// Texts that must not be read in the database: keys of companies, sealed with the application's secret.
import type { Ctx } from '../ctx.ts'

/** The text as it is stored, base64. */
export const sealText = ({ secrets }: Pick<Ctx, 'secrets'>, text: string): string =>
  secrets.encrypt(Buffer.from(text)).toString('base64')

/** The text of what `sealText` made; empty for null. Errors: throws when it was sealed with another secret. */
export const openText = ({ secrets }: Pick<Ctx, 'secrets'>, sealed: string | null): string =>
  sealed === null ? '' : secrets.decrypt(Buffer.from(sealed, 'base64')).toString()

/**
 * What to store for a key that a form gives: left out or empty it stays, null forgets it. A stored key belongs to the host
 * it was stored for: at another one it is forgotten, so that nobody has it sent to a place of their own.
 */
export function sealedForHost<K extends string>(
  ctx: Pick<Ctx, 'secrets'>,
  column: K,
  given: string | null | undefined,
  isSame: boolean
): Partial<Record<K, string | null>> {
  return sealedChange(ctx, column, !given && !isSame ? null : given)
}

function sealedChange<K extends string>(
  ctx: Pick<Ctx, 'secrets'>,
  column: K,
  given: string | null | undefined
): Partial<Record<K, string | null>> {
  if (given === undefined || given === '') return {}
  return { [column]: given === null ? null : sealText(ctx, given) } as Partial<Record<K, string | null>>
}
