// The call of the first steps.
import { firstSteps, showFirstSteps } from '@guiche/shared/features/team/first-steps.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import { settingOf } from '#features/org/settings/settings.service.ts'
import { factsOf } from './first-steps.repo.ts'

export const firstStepRoutes: Route[] = [
  mount(showFirstSteps, async (ctx, { actor: { companyId } }) => {
    const facts = await factsOf(ctx.db, companyId, await settingOf(ctx, companyId, 'scheduleType'))
    return { done: firstSteps.filter((step) => facts?.[step] === true) }
  })
]
