// Roles, plugged in.
import type { Feature } from '#platform/feature.ts'
import { rolesRealtime } from './roles.realtime.ts'
import { roleRoutes } from './roles.routes.ts'

export const rolesFeature: Feature = { name: 'roles', routes: roleRoutes, realtime: rolesRealtime }
