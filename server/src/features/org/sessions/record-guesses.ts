// What strangers try at an account stands in the log of its company, and cannot fill it.
import type { AuditAction, AuditFields } from '@guiche/shared/kernel/audit-actions.ts'
import { countActs } from '#platform/audit/audit-log.repo.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'

/** Of one kind, in the log of a company an hour; the last of them says that more are left out. */
export const mostGuesses = 60
const hour = 3_600_000

interface Guess {
  companyId: number
  userId: number
  name: string
  action: Extract<AuditAction, 'login.failed' | 'password.reset-requested'>
  after?: AuditFields
}

/** To be called after the guess was counted: a log that cannot be written must not make guessing free. */
export function recordGuess(ctx: Ctx, { companyId, userId, name, action, after = {} }: Guess): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const since = new Date(tx.now().getTime() - hour)
    const made = await countActs(tx.db, companyId, action, since)
    if (made >= mostGuesses) return
    const isLast = made === mostGuesses - 1
    const said = { ...after, ...(isLast ? { furtherLeftOut: true } : {}) }
    const subject = { type: 'user', id: userId, label: name }
    recordAudit(tx, { companyId, action, subject, after: Object.keys(said).length > 0 ? said : null })
  })
}
