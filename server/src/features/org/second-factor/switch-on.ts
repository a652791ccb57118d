// A second factor that was begun is confirmed by a code and on from then.
import type { Ctx } from '#platform/ctx.ts'
import { endSessions } from '#features/org/sessions/sessions.service.ts'
import { takeAppCode } from './check-code.ts'
import { mailAboutFactor } from './mail-about-factor.ts'
import { hashOfCode, newRecoveryCodes } from './recovery-codes.ts'
import * as repo from './second-factor.repo.ts'

/** Ten new ones in the place of those of before. */
export async function replaceCodes(tx: Ctx, person: repo.Person): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashOfCode(tx.secrets, person, code))
  await repo.replaceCodes(tx.db, person, hashes)
  return codes
}

/** Answers with the recovery codes, or null for a wrong code. Every login but one ends: the password alone opened them. */
export async function switchOn(
  tx: Ctx,
  factor: repo.FactorRow,
  { code, except }: { code: string; except?: string }
): Promise<string[] | null> {
  if (!(await takeAppCode(tx, factor, code))) return null
  await repo.confirmFactor(tx.db, factor, tx.now())
  await endSessions(tx, factor, 'factor-changed', except === undefined ? {} : { except })
  await mailAboutFactor(tx, factor, { change: 'on' })
  return replaceCodes(tx, factor)
}
