// Archives of companies, plugged in.
import type { Feature } from '#platform/feature.ts'
import { exportCompanyJob, importCompanyJob } from './company-archives.jobs.ts'
import { companyArchiveRoutes } from './company-archives.routes.ts'
import { runExport, runImport } from './run-archive.ts'
import { sweepArchives } from './sweep-archives.ts'

export const companyArchivesFeature: Feature = {
  name: 'company-archives',
  routes: companyArchiveRoutes,
  jobs: (jobs) => {
    jobs.work(exportCompanyJob, runExport)
    jobs.work(importCompanyJob, runImport)
    jobs.schedule('company-archives.hour', '37 * * * *', sweepArchives)
  }
}
