// Quotas, plugged in.
import { consolePage, pages } from '@guiche/shared/kernel/console-pages.ts'
import type { Jobs } from '#platform/ctx.ts'
import type { Feature } from '#platform/feature.ts'
import { recountStorage } from '#platform/storage/count-storage.ts'
import { notifyOfQuotas } from './notify-of-quotas.ts'
import { quotaMail } from './quota-mail.ts'
import { mailQuotaJob } from './quotas.jobs.ts'
import { quotasRealtime } from './quotas.realtime.ts'
import { quotaRoutes } from './quotas.routes.ts'

function quotaJobs(jobs: Jobs): void {
  // Looked at every hour, carried out once a day: a server that was away at night counts in the morning.
  jobs.schedule('recount storage', '20 * * * *', (ctx) => recountStorage(ctx.storage, ctx.pool, ctx.now()))
  jobs.schedule('notify of quotas', '*/5 * * * *', notifyOfQuotas)
  jobs.work(mailQuotaJob, async (ctx, facts) => {
    await ctx.mail.send(quotaMail(facts, `${ctx.config.publicUrl}${consolePage(pages.invoices)}?tab=use`))
  })
}

export const quotasFeature: Feature = {
  name: 'quotas',
  routes: quotaRoutes,
  listeners: quotasRealtime,
  jobs: quotaJobs
}
