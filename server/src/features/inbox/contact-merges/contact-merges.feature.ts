// Merged contacts, plugged in.
import type { Feature } from '#platform/feature.ts'
import { contactMergesRealtime } from './contact-merges.realtime.ts'
import { contactMergeRoutes } from './contact-merges.routes.ts'

export const contactMergesFeature: Feature = {
  name: 'contact-merges',
  routes: contactMergeRoutes,
  realtime: contactMergesRealtime
}
