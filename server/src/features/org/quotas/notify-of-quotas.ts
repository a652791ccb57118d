// Tells admins once a month of each limit that it is nearly full, and once that it is full: in the console and by mail.
import { nearlyFull } from '@guiche/shared/features/org/quotas.ts'
import { personToMail } from '#features/org/users/mail-account-change.ts'
import { adminsOf } from '#features/org/users/users.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { dueNotices, insertNotice, type DueNotice } from './quota-notices.repo.ts'
import { quotaNoted } from './quotas.events.ts'
import { mailQuotaJob } from './quotas.jobs.ts'

function notifyOne(ctx: Ctx, due: DueNotice): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    if (!(await insertNotice(tx.db, due, tx.now()))) return
    const { companyId, kind, level, used, limit } = due
    const notice = { kind, level, used, limit }
    for (const { id: userId } of await adminsOf(tx, companyId)) {
      const person = await personToMail(tx, { companyId, userId })
      if (!person) continue
      const { to, name, language } = person
      await tx.jobs.add(tx, mailQuotaJob, { to, name, language, ...notice })
    }
    tx.bus.emit(quotaNoted, { companyId, notice })
  })
}

/** Every few minutes, on one node: messages pay nothing for it while they are written. */
export async function notifyOfQuotas(ctx: Ctx): Promise<void> {
  for (const due of await dueNotices(ctx.db, ctx.now(), nearlyFull)) {
    await notifyOne(ctx, due).catch((error: unknown) =>
      // One company's trouble keeps no other from hearing of it.
      ctx.log.error({ companyId: due.companyId, kind: due.kind, err: error }, 'nobody was told of a limit')
    )
  }
}
