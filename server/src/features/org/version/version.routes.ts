// Calls of the version.
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { mountPublic, type Route } from '#platform/http/mount.ts'
import * as service from './version.service.ts'

export const versionRoutes: Route[] = [mountPublic(showVersion, (ctx) => service.showVersion(ctx))]
