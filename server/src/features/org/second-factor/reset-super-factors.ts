// What an operator does for a super user who lost phone and codes, and whom no admin may help.
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { endSessions } from '#features/org/sessions/sessions.service.ts'
import { mailAboutFactor } from './mail-about-factor.ts'
import { deletePasskeys } from './passkeys.repo.ts'
import * as repo from './second-factor.repo.ts'

/** Switches the factors of all super users off where the configuration asks for it, and ends their logins. */
export async function resetSuperFactors(ctx: Ctx): Promise<void> {
  if (!ctx.config.resetsSuperFactors) return
  const count = await inTransaction(ctx, async (tx) => {
    const people = await repo.superUsersWithFactor(tx.db)
    for (const { name, ...person } of people) {
      await repo.deleteFactor(tx.db, person)
      await deletePasskeys(tx.db, person)
      await endSessions(tx, person, 'factor-changed')
      await mailAboutFactor(tx, person, { change: 'off' })
      const subject = { type: 'user', id: person.userId, label: name }
      recordAudit(tx, { companyId: person.companyId, action: 'second-factor.reset', subject })
    }
    return people.length
  })
  ctx.log.warn({ count }, 'second factors of super users were reset: take SUPER_SECOND_FACTOR=reset out again')
}
