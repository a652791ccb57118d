// Whether a typed code is right: one of the app or a recovery code, each of them once.
import type { Ctx } from '#platform/ctx.ts'
import { openText } from '#platform/secrets/sealed-text.ts'
import { mailAboutFactor } from './mail-about-factor.ts'
import { hashOfCode } from './recovery-codes.ts'
import * as repo from './second-factor.repo.ts'
import { stepOf } from './totp.ts'

/** Takes a code of the app, which is good for nothing after. */
export async function takeAppCode(tx: Ctx, factor: repo.FactorRow, typed: string): Promise<boolean> {
  const digits = typed.replace(/\s/g, '')
  const step = /^\d{6}$/.test(digits) ? stepOf(openText(tx, factor.sealedSecret), digits, tx.now()) : null
  return step !== null && repo.takeStep(tx.db, factor, step)
}

/** Takes a code of either kind; the person hears by mail of a recovery code that was used. */
export async function takeAnyCode(tx: Ctx, factor: repo.FactorRow, typed: string): Promise<boolean> {
  if (await takeAppCode(tx, factor, typed)) return true
  if (!(await repo.takeCode(tx.db, factor, hashOfCode(tx.secrets, factor, typed)))) return false
  const left = await repo.countCodes(tx.db, factor)
  await mailAboutFactor(tx, factor, { change: 'recovery-code', left })
  return true
}
