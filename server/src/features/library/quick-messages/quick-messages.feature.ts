// Quick messages, plugged in.
import type { Feature } from '#platform/feature.ts'
import { quickMessageRoutes } from './quick-messages.routes.ts'

export const quickMessagesFeature: Feature = { name: 'quick-messages', routes: quickMessageRoutes }
