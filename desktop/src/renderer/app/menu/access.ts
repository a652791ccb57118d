// Whether the signed-in person may open a screen or see a menu entry.
import {
  hasPermission,
  isAdmin,
  isPlanFlagOn,
  type PermissionKey,
  type PlanFlag
} from '@guiche/shared/kernel/access.ts'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import { isCampaigning } from '#platform/session/session.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'

interface Gate {
  access: 'public' | 'anyone' | 'user' | 'admin' | 'super'
  permission?: PermissionKey | readonly PermissionKey[] | undefined
  planFlag?: PlanFlag | undefined
  localFlag?: 'cshow' | undefined
}

/** Screens that stand without the console around them. */
export const isOutside = ({ access }: Gate): boolean => access === 'public' || access === 'anyone'

/** `plan`: the company's plan lacks the feature; `role`: the person is not of those who may. */
export function refusalOf(gate: Gate, user: SessionUser, plan: Plan | null): 'plan' | 'role' | null {
  if (gate.access === 'super' && !user.super) return 'role'
  const keys = gate.permission === undefined ? [] : [gate.permission].flat()
  const mayOpen =
    keys.length === 0 ? gate.access !== 'admin' || isAdmin(user) : keys.some((key) => hasPermission(user, key))
  if (!mayOpen) return 'role'
  if (gate.planFlag !== undefined && !isPlanFlagOn(plan, gate.planFlag)) return 'plan'
  if (gate.localFlag === 'cshow' && !isCampaigning(user, plan)) return 'plan'
  return null
}
