// Quotas, plugged in.
import type { Feature } from '#platform/feature.ts'
import { recountStorage } from '#platform/storage/count-storage.ts'
import { quotaRoutes } from './quotas.routes.ts'

export const quotasFeature: Feature = {
  name: 'quotas',
  routes: quotaRoutes,
  // Looked at every hour, carried out once a day: a server that was away at night counts in the morning.
  jobs: (jobs) =>
    jobs.schedule('recount storage', '20 * * * *', (ctx) => recountStorage(ctx.storage, ctx.pool, ctx.now()))
}
