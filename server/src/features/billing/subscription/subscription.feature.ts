// Paying the subscription, plugged in.
import type { Feature } from '#platform/feature.ts'
import { askAboutCharges, registerNotices } from './pix-notices.ts'
import { subscriptionRealtime } from './subscription.realtime.ts'
import { subscriptionRoutes } from './subscription.routes.ts'

export const subscriptionFeature: Feature = {
  name: 'subscription',
  routes: subscriptionRoutes,
  realtime: subscriptionRealtime,
  jobs: (jobs) => jobs.schedule('ask about charges', '*/5 * * * *', askAboutCharges),
  start: async (ctx) => {
    // A provider that is away holds no start up.
    void registerNotices(ctx)
  }
}
