// Calls of plans.
import { listPlans } from '@guiche/shared/features/org/plans.ts'
import { mountPublic, type Route } from '#platform/http/mount.ts'
import * as service from './plans.service.ts'

export const planRoutes: Route[] = [mountPublic(listPlans, (ctx) => service.listPlans(ctx))]
