// Archives of companies that go into stores by themselves, plugged in.
import { companyPage, consolePage } from '@guiche/shared/kernel/console-pages.ts'
import type { Feature } from '#platform/feature.ts'
import { archiveFailureMail } from './archive-failure-mail.ts'
import { endLostArchiveJob, mailArchiveFailureJob, storeArchiveJob } from './archive-schedules.jobs.ts'
import { archiveScheduleRoutes } from './archive-schedules.routes.ts'
import { startDueArchives } from './archive-schedules.service.ts'
import { endLostRun, runSchedule } from './run-schedule.ts'

export const archiveSchedulesFeature: Feature = {
  name: 'archive-schedules',
  routes: archiveScheduleRoutes,
  jobs: (jobs) => {
    jobs.work(storeArchiveJob, runSchedule)
    jobs.work(endLostArchiveJob, endLostRun)
    jobs.work(mailArchiveFailureJob, async (ctx, facts) => {
      const link = ctx.config.publicUrl + consolePage(companyPage(facts.companyId))
      await ctx.mail.send(archiveFailureMail(facts, link))
    })
    jobs.schedule('archive-schedules.due', '7 * * * *', startDueArchives)
  }
}
