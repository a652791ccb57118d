// Queues, plugged in.
import type { Feature } from '#platform/feature.ts'
import { queuesRealtime } from './queues.realtime.ts'
import { queueRoutes } from './queues.routes.ts'

export const queuesFeature: Feature = { name: 'queues', routes: queueRoutes, realtime: queuesRealtime }
