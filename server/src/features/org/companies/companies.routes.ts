// Calls of companies.
import { saveOpeningHours, showCompanyPlan, signUp } from '@guiche/shared/features/org/companies.ts'
import { mount, mountPublic, type Route } from '#platform/http/mount.ts'
import * as service from './companies.service.ts'
import * as entry from './sign-up.ts'

export const companyRoutes: Route[] = [
  mountPublic(signUp, (ctx, { body }) => entry.signUp(ctx, body)),
  mount(saveOpeningHours, (ctx, { actor, params, body }) => service.saveOpeningHours(ctx, actor, params.id, body)),
  mount(showCompanyPlan, (ctx, { actor, params }) => service.showCompanyPlan(ctx, actor, params.companyId))
]
