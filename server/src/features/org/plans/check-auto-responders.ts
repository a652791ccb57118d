// Whether a plan lets a connection or a queue be answered by an AI prompt or handed to an integration.
import { isPlanFlagOn, type PlanFlag } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'

const flagOf = { promptId: 'useOpenAi', integrationId: 'useIntegrations' } as const satisfies Record<string, PlanFlag>

type AutoResponders = Partial<Record<keyof typeof flagOf, number | null | undefined>>

/** What was chosen under a plan before stays, so that the rest can be edited. Errors: ERR_PLAN_FEATURE_OFF. */
export function checkAutoResponders(
  { planFlags }: Pick<Actor, 'planFlags'>,
  next: AutoResponders,
  before: AutoResponders
): void {
  for (const field of ['promptId', 'integrationId'] as const) {
    const chosen = next[field]
    if (chosen == null || chosen === before[field] || isPlanFlagOn(planFlags, flagOf[field])) continue
    throw new AppError('ERR_PLAN_FEATURE_OFF', { fields: { [field]: 'ERR_PLAN_FEATURE_OFF' } })
  }
}
