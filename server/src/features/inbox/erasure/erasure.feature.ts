// Erasure, plugged in.
import type { Feature } from '#platform/feature.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { copiesToEmpty } from './erasure.events.ts'
import { emptyCopiesJob, removeFilesJob } from './erasure.jobs.ts'
import { carryOutRemovals } from './erasure.service.ts'

export const erasureFeature: Feature = {
  name: 'erasure',
  // What a process that was killed has left.
  start: async (ctx) => void carryOutRemovals(ctx, null),
  jobs: (jobs) => {
    jobs.work(removeFilesJob, (ctx, { companyId }) => carryOutRemovals(ctx, companyId))
    jobs.work(emptyCopiesJob, (ctx, { companyId, ...deleted }) =>
      inTransaction(ctx, (tx) => copiesToEmpty.run(tx, companyId, deleted))
    )
    // What could not be removed then.
    jobs.schedule('erasure.minute', '* * * * *', (ctx) => carryOutRemovals(ctx, null))
  }
}
