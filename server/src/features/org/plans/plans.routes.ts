// Calls of plans.
import * as contract from '@guiche/shared/features/org/plans.ts'
import { mount, mountPublic, type Route } from '#platform/http/mount.ts'
import { listPlanUsage } from './plan-usage.ts'
import * as manage from './manage-plans.ts'
import * as service from './plans.service.ts'

export const planRoutes: Route[] = [
  mountPublic(contract.listPlans, (ctx) => service.listPlans(ctx)),
  mount(contract.listAllPlans, (ctx) => manage.listAllPlans(ctx)),
  mount(contract.listPlanUsage, (ctx) => listPlanUsage(ctx)),
  mount(contract.showPlan, (ctx, { actor, params }) => manage.showPlan(ctx, actor, params.id)),
  mount(contract.createPlan, (ctx, { body }) => manage.createPlan(ctx, body)),
  mount(contract.updatePlan, (ctx, { params, body }) => manage.updatePlan(ctx, params.id, body)),
  mount(contract.deletePlan, async (ctx, { params }) => {
    await manage.deletePlan(ctx, params.id)
    return { message: 'Plan deleted' }
  })
]
