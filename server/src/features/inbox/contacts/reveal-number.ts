// Shows one number to somebody from whom the numbers of customers are hidden, with a reason, and writes that down.
import { seesNumbers } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { hideInName } from '#platform/numbers/hide-numbers.ts'
import { showContact } from './contacts.service.ts'
import * as repo from './reveals.repo.ts'

/** Numbers that one person may look at within an hour: work with customers, and no way to copy them all. */
export const mostRevealsAnHour = 30

/**
 * The digits of a contact's number. The audit log has who, whose, when and why, and no number.
 * Errors: ERR_NO_CONTACT_FOUND, also where no number is known; ERR_TOO_MANY_REQUESTS after thirty within an hour.
 */
export async function revealNumber(ctx: Ctx, actor: Actor, id: number, reason: string): Promise<{ number: string }> {
  const { companyId } = actor
  return inTransaction(ctx, async (tx) => {
    const { number } = await showContact(tx, companyId, id)
    if (number === '') throw new AppError('ERR_NO_CONTACT_FOUND')
    if (!seesNumbers(actor)) {
      const since = new Date(tx.now().getTime() - 3_600_000)
      const shown = await repo.countReveals(tx.db, { companyId, userId: actor.id, since })
      if (shown >= mostRevealsAnHour) throw new AppError('ERR_TOO_MANY_REQUESTS')
    }
    const after = { reason: hideInName(reason) }
    recordAudit(tx, { companyId, action: 'contact.number-revealed', subject: { type: 'contact', id }, after })
    return { number }
  })
}
