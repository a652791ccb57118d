// Every plan, for the super user's screens.
import { deletePlan, listAllPlans, type Plan } from '@guiche/shared/features/org/plans.ts'
import { call } from '#platform/net/http.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

const list = createWholeList<Plan>(
  (read) => read(listAllPlans),
  (a, b) => a.value - b.value || a.name.localeCompare(b.name)
)

export const usePlans = list.use
export const refreshPlans = list.refresh
export const putPlan = list.upsert

/** Deletes a plan that no company has. Errors: ApiError. */
export async function removePlan(id: number): Promise<void> {
  await call(deletePlan, { params: { id } })
  list.remove(id)
}
