// People and connections that a company has beyond its plan. A plan that sells none has none: nobody takes them along for nothing.
import type { Plan } from '@guiche/shared/features/org/plans.ts'

export interface Extras {
  extraUsers: number
  extraConnections: number
}

export const noExtras: Extras = { extraUsers: 0, extraConnections: 0 }

type Prices = Pick<Plan, 'userPrice' | 'connectionPrice'>
type Limits = Pick<Plan, 'users' | 'connections' | 'queues'>

/** How many of a company's extras hold under a plan. */
function heldExtras({ userPrice, connectionPrice }: Prices, { extraUsers, extraConnections }: Extras) {
  return {
    users: userPrice == null ? 0 : extraUsers,
    connections: connectionPrice == null ? 0 : extraConnections
  }
}

/** How many people and connections a company may have under a plan. */
export function limitsWith(plan: Limits & Prices, extras: Extras): Limits {
  const held = heldExtras(plan, extras)
  return { users: plan.users + held.users, connections: plan.connections + held.connections, queues: plan.queues }
}

const centsOf = (reais: number | null | undefined): number => Math.round((reais ?? 0) * 100)

/** Cents a month of what is beyond a plan. */
export function extrasCents(plan: Prices, extras: Extras): number {
  const held = heldExtras(plan, extras)
  return held.users * centsOf(plan.userPrice) + held.connections * centsOf(plan.connectionPrice)
}

/** Cents a month of a plan with what is beyond it. */
export const monthlyCents = (plan: Prices & Pick<Plan, 'value'>, extras: Extras): number =>
  centsOf(plan.value) + extrasCents(plan, extras)
