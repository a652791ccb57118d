// Companies, plugged in.
import type { Feature } from '#platform/feature.ts'
import { listenForCompanies } from './companies.realtime.ts'
import { companyJobs } from './companies.jobs.ts'
import { companyRoutes } from './companies.routes.ts'
import { prepareFirstStart } from './first-start.ts'

export const companiesFeature: Feature = {
  name: 'companies',
  routes: companyRoutes,
  listeners: listenForCompanies,
  jobs: companyJobs,
  start: (ctx) => prepareFirstStart(ctx)
}
