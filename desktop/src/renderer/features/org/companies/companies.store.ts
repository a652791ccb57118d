// Every company, for the super user.
import {
  deleteCompany,
  listCompaniesWithPlans,
  renewCompany as renew,
  type Company
} from '@guiche/shared/features/org/companies.ts'
import { call } from '#platform/net/http.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

const list = createWholeList<Company>(
  (read) => read(listCompaniesWithPlans),
  (a, b) => a.name.localeCompare(b.name)
)

export const useCompanies = list.use
export const refreshCompanies = list.refresh
export const putCompany = list.upsert

/** Errors: ApiError. */
export async function removeCompany(id: number): Promise<void> {
  await call(deleteCompany, { params: { id } })
  list.remove(id)
}

/** Moves the due date by one recurrence and pays the invoice for it. Errors: ApiError. */
export async function renewCompany({ id }: Company): Promise<Company> {
  const saved = await call(renew, { params: { id } })
  list.upsert(saved)
  return saved
}
