// Imports of earlier conversations, plugged in.
import type { Feature } from '#platform/feature.ts'
import { historyImportsRealtime } from './history-imports.realtime.ts'
import { historyImportRoutes } from './history-imports.routes.ts'
import { workOnHistory } from './take-history.ts'

export const historyImportsFeature: Feature = {
  name: 'history-imports',
  routes: historyImportRoutes,
  realtime: historyImportsRealtime,
  jobs: workOnHistory
}
