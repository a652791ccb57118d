// Tells a person by mail that their second factor, or a code of it, has been changed or used.
import type { Ctx } from '#platform/ctx.ts'
import { personToMail } from '#features/org/users/mail-account-change.ts'
import type { FactorFacts } from './factor-mail.ts'
import { mailFactorChange } from './second-factor.jobs.ts'
import type { Person } from './second-factor.repo.ts'

type What = Pick<FactorFacts, 'change'> & Partial<Pick<FactorFacts, 'admin' | 'left'>>

/** To be called in the transaction of the change. */
export async function mailAboutFactor(tx: Ctx, { companyId, userId }: Person, what: What): Promise<void> {
  const person = await personToMail(tx, { companyId, userId })
  if (!person) return
  await tx.jobs.add(tx, mailFactorChange, { ...person, admin: null, left: 0, ...what, at: tx.now().getTime() })
}
