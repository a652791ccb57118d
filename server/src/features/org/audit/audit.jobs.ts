// Jobs of the audit log: files of exports go after an hour, and entries when a company keeps them no longer.
import { z } from 'zod'
import type { Jobs } from '#platform/ctx.ts'
import { job } from '#platform/work/jobs.ts'
import { pruneLogs } from './prune-logs.ts'

export const removeAuditExport = job('audit.remove-export', z.object({ key: z.string() }))

export function auditJobs(jobs: Jobs): void {
  jobs.work(removeAuditExport, (ctx, { key }) => ctx.storage.remove(key))
  jobs.schedule('audit.prune', '41 3 * * *', pruneLogs)
}
