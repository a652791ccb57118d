// Calls of the audit log.
import * as contract from '@guiche/shared/features/org/audit.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import { listAudit } from './audit.service.ts'
import { exportAudit } from './export-audit.ts'

export const auditRoutes: Route[] = [
  mount(contract.listAudit, (ctx, { actor, query }) => listAudit(ctx, actor, query)),
  mount(contract.exportAudit, (ctx, { actor, body }) => exportAudit(ctx, actor, body))
]
