// Every plan, for the super user's screens: whole for choices, searched for the list, with what each of them brings.
import { create } from 'zustand'
import {
  deletePlan,
  listAllPlans,
  listPlanUsage,
  type Plan,
  type PlanUsage
} from '@guiche/shared/features/org/plans.ts'
import { managedCompanyEvent } from '@guiche/shared/features/org/company-overviews.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

const compare = (a: Plan, b: Plan) => a.value - b.value || a.name.localeCompare(b.name)
const matches = ({ name }: Plan, search: string) => name.toLowerCase().includes(search)

const list = createWholeList<Plan>((read) => read(listAllPlans), compare)

export const usePlans = list.use
export const refreshPlans = list.refresh

/** By the id of the plan; empty until it is known. */
export const usePlanUsage = create<{ usage: ReadonlyMap<number, PlanUsage> }>(() => ({ usage: new Map() }))

export const searchedPlans = createPagedList<Plan>({
  fetchPage: async ({ searchParam }, read) => {
    const [plans, usage] = await Promise.all([read(listAllPlans), read(listPlanUsage)])
    const items = plans.filter((plan) => matches(plan, searchParam))
    const accept = () => usePlanUsage.setState({ usage: new Map(usage.map((one) => [one.id, one])) })
    return { items, count: items.length, hasMore: false, accept }
  },
  compare,
  isResorted: true,
  matches
})

export function putPlan(plan: Plan): void {
  list.upsert(plan)
  // What it brings has changed with its price.
  void searchedPlans.refresh()
}

/** Deletes a plan that no company has. Errors: ApiError. */
export async function removePlan(id: number): Promise<void> {
  await call(deletePlan, { params: { id } })
  list.remove(id)
  searchedPlans.remove(id)
}

listen(managedCompanyEvent, () => {
  if (searchedPlans.use.getState().phase !== 'idle') void searchedPlans.refresh()
})
onLifecycle({ signedOut: () => usePlanUsage.setState({ usage: new Map() }) })
