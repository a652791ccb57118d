// Erasure, plugged in.
import type { Feature } from '#platform/feature.ts'
import { removeFilesJob } from './erasure.jobs.ts'
import { carryOutRemovals } from './erasure.service.ts'

export const erasureFeature: Feature = {
  name: 'erasure',
  // What a process that was killed has left.
  start: async (ctx) => void carryOutRemovals(ctx, null),
  jobs: (jobs) => {
    jobs.work(removeFilesJob, (ctx, { companyId }) => carryOutRemovals(ctx, companyId))
    // What could not be removed then.
    jobs.schedule('erasure.minute', '* * * * *', (ctx) => carryOutRemovals(ctx, null))
  }
}
