// Settings, plugged in.
import type { Feature } from '#platform/feature.ts'
import { settingsRealtime } from './settings.realtime.ts'
import { settingRoutes } from './settings.routes.ts'
import { settingsCache } from './settings.service.ts'

export const settingsFeature: Feature = {
  name: 'settings',
  routes: settingRoutes,
  realtime: settingsRealtime,
  listeners: settingsCache.listeners,
  start: settingsCache.start
}
