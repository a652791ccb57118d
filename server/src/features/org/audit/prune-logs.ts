// Entries that a company keeps no longer go, the oldest first and in small steps; that they went is an entry.
import { monthsLater } from '@guiche/shared/features/org/due-dates.ts'
import { headsOf, pruneRows } from '#platform/audit/audit-log.repo.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { settingOf } from '#features/org/settings/settings.service.ts'

/** Entries that one transaction takes: whoever acts in the company waits for it. */
const step = 500

async function pruneLog(ctx: Ctx, companyId: number): Promise<void> {
  const months = Number(await settingOf(ctx, companyId, 'auditMonths'))
  const before = monthsLater(ctx.now(), -months)
  let entries = 0
  for (let taken = step; taken === step; entries += taken) {
    taken = await inTransaction(ctx, (tx) => pruneRows(tx.db, companyId, before, step))
  }
  if (entries === 0) return
  await inTransaction(ctx, async (tx) => {
    recordAudit(tx, { companyId, action: 'audit.pruned', after: { entries, before: before.toISOString() } })
  })
}

export async function pruneLogs(ctx: Ctx): Promise<void> {
  for (const { companyId } of await headsOf(ctx.db)) {
    // One company's trouble keeps no other waiting.
    await pruneLog(ctx, companyId).catch((error: unknown) =>
      ctx.log.error({ err: error, companyId }, 'an audit log was not pruned')
    )
  }
}
