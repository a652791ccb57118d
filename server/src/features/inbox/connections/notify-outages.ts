// Tells the administrators of a company by mail that a number is lost, and that it is back: once an outage, no storms.
import { companyStanding } from '@guiche/shared/kernel/company-standing.ts'
import { consolePage, pages } from '@guiche/shared/kernel/console-pages.ts'
import type { z } from 'zod'
import { companyById } from '#features/org/companies/companies.service.ts'
import { botLanguageOf, settingOf } from '#features/org/settings/settings.service.ts'
import { adminsOf } from '#features/org/users/users.service.ts'
import type { Ctx, Jobs } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import * as repo from './outages.repo.ts'
import { lookAtOutage, lookAtReturn, mailOutage } from './connections.jobs.ts'
import { connectionById } from './connections.service.ts'
import { outageMail } from './outage-mail.ts'
import { calm } from './track-outage.ts'

/** Milliseconds between two outages of one connection that are told. */
const pause = 3_600_000
/** Milliseconds for which outages are kept. */
const kept = 180 * 86_400_000

type Mailing = Pick<z.input<typeof mailOutage.schema>, 'kind' | 'since' | 'until'>

/** A mail for each administrator who may hear of it; how many there are. */
async function addMails(tx: Ctx, outage: repo.OutageRow, mailing: Mailing): Promise<number> {
  const { companyId, id: outageId, connectionId, reason } = outage
  const company = await companyById(tx, companyId)
  const isClosed = companyStanding(company, tx.now()).state === 'closed'
  const isWanted = !isClosed && (await settingOf(tx, companyId, 'outageMail')) === 'enabled'
  if (!isWanted || tx.config.smtpUrl === undefined) return 0
  const { name, number: present } = await connectionById(tx, companyId, connectionId)
  const number = present ?? outage.number
  const language = await botLanguageOf(tx, companyId)
  const facts = {
    companyId,
    absenceId: outageId,
    language,
    name,
    number,
    reason,
    timeZone: company.timeZone,
    ...mailing
  }
  const admins = await adminsOf(tx, companyId)
  for (const { email } of admins) await tx.jobs.add(tx, mailOutage, { ...facts, to: email })
  return admins.length
}

/** Runs when an outage is due to be told; looks again later when it is too early. */
function notifyLost(ctx: Ctx, look: z.output<typeof lookAtOutage.schema>): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const outage = await repo.lockLastOutage(tx.db, look)
    if (outage?.endedAt !== null || outage.dueAt === null) return
    const { toldAt, toldFrom } = outage
    const isOtherNews = look.endedAt !== undefined && toldAt !== null && toldAt < look.endedAt
    if (toldFrom !== null && !isOtherNews) return
    const told = await repo.lastNotified(tx.db, look)
    const dueAt = new Date(Math.max(outage.dueAt.getTime(), told === null ? 0 : told.getTime() + pause))
    if (dueAt > tx.now()) {
      const singletonKey = `${look.companyId}:${look.connectionId}${isOtherNews ? ':again' : ''}`
      return tx.jobs.add(tx, lookAtOutage, look, { startAfter: dueAt, singletonKey })
    }
    const since = toldFrom ?? outage.brokeAt
    const mails = await addMails(tx, outage, { kind: 'lost', since, until: null })
    if (mails > 0) await repo.changeOutage(tx.db, outage, { toldAt: tx.now(), toldFrom: since })
  })
}

/** Runs a while after a number that was told as lost came back; one that is lost again is not told to be back. */
function notifyRestored(ctx: Ctx, look: { companyId: number; absenceId: number }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const outage = await repo.lockOutage(tx.db, look.companyId, look.absenceId)
    const { endedAt, toldFrom } = outage ?? {}
    if (!outage || !endedAt || !toldFrom) return
    // It was lost once more since, or this clock is behind the database's.
    const startAfter = new Date(endedAt.getTime() + calm)
    if (startAfter > tx.now()) return tx.jobs.add(tx, lookAtReturn, look, { startAfter })
    await addMails(tx, outage, { kind: 'back', since: toldFrom, until: endedAt })
    await repo.changeOutage(tx.db, outage, { toldFrom: null })
  })
}

export function connectionJobs(jobs: Jobs): void {
  jobs.work(lookAtOutage, notifyLost)
  jobs.work(lookAtReturn, notifyRestored)
  jobs.work(mailOutage, async (ctx, { companyId, absenceId: outageId, ...mail }) => {
    // A mail server that was away as well: what is over is told by the mail that it is back.
    if (mail.kind === 'lost' && !(await repo.isLasting(ctx.db, companyId, outageId))) return
    await ctx.mail.send(outageMail(mail, ctx.config.publicUrl + consolePage(pages.connections)))
  })
  jobs.schedule('sweep connection outages', '23 4 * * *', (ctx) =>
    repo.deleteOldOutages(ctx.db, new Date(ctx.now().getTime() - kept))
  )
}
