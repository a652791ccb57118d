// Calls of archives of companies.
import * as contract from '@guiche/shared/features/org/company-archives.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './company-archives.service.ts'

export const companyArchiveRoutes: Route[] = [
  mount(contract.listCompanyArchives, (ctx, { query }) => service.listCompanyArchives(ctx, query.companyId)),
  mount(contract.startCompanyExport, (ctx, call) => service.startCompanyExport(ctx, call, call.body)),
  mount(contract.sendCompanyArchive, (ctx, { actor, request }) => service.sendCompanyArchive(ctx, actor, request)),
  mount(contract.openCompanyArchive, (ctx, call) => service.openCompanyArchive(ctx, call, call.params.id)),
  mount(contract.startCompanyImport, (ctx, call) => service.startCompanyImport(ctx, call, call.params.id, call.body)),
  mount(contract.deleteCompanyArchive, async (ctx, { params }) => {
    await service.deleteCompanyArchive(ctx, params.id)
    return { message: 'Archive deleted' }
  })
]
