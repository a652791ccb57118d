// Copies whose time is over go; one that nobody works on any more says that it failed.
import type { Ctx } from '#platform/ctx.ts'
import { failExport } from './export-person.ts'
import * as repo from './personal-data.repo.ts'
import { deletePersonExport } from './personal-data.service.ts'

/** Milliseconds after which a copy that is not done is given up: its job has had all its tries. */
const givenUpAfter = 24 * 3_600_000

export async function sweepExports(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - givenUpAfter)
  for (const { companyId, id, status } of await repo.expiredExports(ctx.db, ctx.now(), before)) {
    const isOver = status === 'done' || status === 'failed'
    const row = isOver ? null : await repo.findExport(ctx.db, companyId, id)
    const work = row
      ? failExport(ctx, { companyId, exportId: id, key: row.fileKey }, 'internal')
      : deletePersonExport(ctx, companyId, id)
    await work.catch((error: unknown) => ctx.log.warn({ err: error, companyId, id }, 'a copy of personal data stays'))
  }
}
