// The kanban board, plugged in.
import type { Feature } from '#platform/feature.ts'
import { kanbanRealtime } from './kanban.realtime.ts'
import { kanbanRoutes } from './kanban.routes.ts'

export const kanbanFeature: Feature = { name: 'kanban', routes: kanbanRoutes, realtime: kanbanRealtime }
