// Help videos, plugged in.
import type { Feature } from '#platform/feature.ts'
import { listenForHelps } from './helps.realtime.ts'
import { helpRoutes } from './helps.routes.ts'

export const helpsFeature: Feature = { name: 'helps', routes: helpRoutes, listeners: listenForHelps }
