// SQL of reading the audit log.
import { and, desc, eq, gte, inArray, lt, ne, type SQL } from 'drizzle-orm'
import { auditGroups } from '@guiche/shared/kernel/audit-actions.ts'
import type { AuditFilter } from '@guiche/shared/features/org/audit.ts'
import type { Transaction } from '#database/client.ts'
import { auditLog } from '#database/tables/audit.ts'
import { companies } from '#database/tables/org/companies.ts'
import type { AuditRow } from '#platform/audit/audit-rows.repo.ts'

function conditions({ actorId, action, group, from, until }: AuditFilter): (SQL | undefined)[] {
  return [
    // What a program is known by is the number of its connection.
    actorId === undefined ? undefined : and(eq(auditLog.actorId, actorId), ne(auditLog.actorKind, 'token')),
    action === undefined ? undefined : eq(auditLog.action, action),
    group === undefined ? undefined : inArray(auditLog.action, [...auditGroups[group]]),
    from === undefined ? undefined : gte(auditLog.at, new Date(from)),
    until === undefined ? undefined : lt(auditLog.at, new Date(until))
  ]
}

interface Page {
  before: number | undefined
  limit: number
}

/** The newest first, those with a number below `before`. */
export function pageOfAudit(
  db: Transaction,
  companyId: number,
  filter: AuditFilter,
  { before, limit }: Page
): Promise<AuditRow[]> {
  const older = before === undefined ? undefined : lt(auditLog.number, before)
  return db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.companyId, companyId), older, ...conditions(filter)))
    .orderBy(desc(auditLog.number))
    .limit(limit)
}

/** Those of these companies that are there, by their ids. */
export async function namesOfCompanies(db: Transaction, ids: readonly number[]): Promise<Map<number, string>> {
  const { id, name } = companies
  const rows = await db
    .select({ id, name })
    .from(companies)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row.name]))
}
