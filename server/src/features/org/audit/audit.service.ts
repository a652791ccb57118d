// Reading the audit log: pages for admins, of their own company alone.
import type { AuditFilter, AuditLogEntry } from '@guiche/shared/features/org/audit.ts'
import type { Actor } from '#platform/actor.ts'
import type { AuditRow } from '#platform/audit/audit-rows.repo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pageOfAudit } from './audit.repo.ts'

/** Entries a page. */
const pageSize = 50

function entryOf(row: AuditRow): AuditLogEntry {
  const { number, address, agent, action, aboutCompanyId, before, after, hash } = row
  return {
    ...{ number, address, agent, action, aboutCompanyId, before, after, hash },
    at: row.at.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName, email: row.actorEmail },
    subject: { type: row.subjectType, id: row.subjectId, label: row.subjectLabel }
  }
}

/** The newest first; a page goes on where the one before ended, whatever was added meanwhile. */
export async function listAudit(
  ctx: Ctx,
  { companyId }: Actor,
  { before, ...filter }: AuditFilter & { before?: number | undefined }
) {
  const rows = await pageOfAudit(ctx.db, companyId, filter, { before, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  return { entries: shown.map(entryOf), next: rows.length > pageSize ? (shown.at(-1)?.number ?? null) : null }
}
