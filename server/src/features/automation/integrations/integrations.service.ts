// Rules of the integrations of queues: the list.
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './integrations.repo.ts'

/** Integrations a page: the dialog of queues shows them all in one select. */
const pageSize = 100

export const listIntegrations = async (
  ctx: Ctx,
  companyId: number,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number }
) => {
  const search = searchParam.trim()
  const offset = (pageNumber - 1) * pageSize
  const [queueIntegrations, count] = await Promise.all([
    repo.pageOfIntegrations(ctx.db, companyId, search, { offset, limit: pageSize }),
    repo.countIntegrations(ctx.db, companyId, search)
  ])
  return { queueIntegrations, count, hasMore: offset + queueIntegrations.length < count }
}
