// The rows of the audit log, as PostgreSQL has them.
import type { auditHeads, auditLog } from '#database/tables/audit.ts'

export type AuditRow = typeof auditLog.$inferSelect
export type AuditHead = typeof auditHeads.$inferSelect
