// The version, plugged in.
import type { Feature } from '#platform/feature.ts'
import { versionRoutes } from './version.routes.ts'

export const versionFeature: Feature = { name: 'version', routes: versionRoutes }
