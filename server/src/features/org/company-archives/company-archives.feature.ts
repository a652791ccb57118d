// Archives of companies, plugged in.
import type { Feature } from '#platform/feature.ts'
import { archiveFailureMail } from './archive-failure-mail.ts'
import { mailArchiveFailureJob, storeArchiveJob } from './archive-schedules.jobs.ts'
import { archiveScheduleRoutes } from './archive-schedules.routes.ts'
import { startDueArchives } from './archive-schedules.service.ts'
import { exportCompanyJob, importCompanyJob } from './company-archives.jobs.ts'
import { companyArchiveRoutes } from './company-archives.routes.ts'
import { consolePage, companyPage } from '@guiche/shared/kernel/console-pages.ts'
import { runExport, runImport } from './run-archive.ts'
import { runSchedule } from './run-schedule.ts'
import { sweepArchives } from './sweep-archives.ts'

export const companyArchivesFeature: Feature = {
  name: 'company-archives',
  routes: [...companyArchiveRoutes, ...archiveScheduleRoutes],
  jobs: (jobs) => {
    jobs.work(exportCompanyJob, runExport)
    jobs.work(importCompanyJob, runImport)
    jobs.work(storeArchiveJob, runSchedule)
    jobs.work(mailArchiveFailureJob, async (ctx, facts) => {
      const link = ctx.config.publicUrl + consolePage(companyPage(facts.companyId))
      await ctx.mail.send(archiveFailureMail(facts, link))
    })
    jobs.schedule('company-archives.due', '7 * * * *', startDueArchives)
    jobs.schedule('company-archives.hour', '37 * * * *', sweepArchives)
  }
}
