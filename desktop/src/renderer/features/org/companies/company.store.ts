// The company whose page is open: its record and what it uses.
import { create } from 'zustand'
import { showCompany, updateCompany, type Company, type CompanyPatch } from '@guiche/shared/features/org/companies.ts'
import { showCompanyOverview, type CompanyDetail } from '@guiche/shared/features/org/company-overviews.ts'
import { call } from '#platform/net/http.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { createNewest } from '#platform/state/newest.ts'
import { putCompany } from './companies.store.ts'

export interface OpenCompany {
  company: Company
  detail: CompanyDetail
}
interface CompanyPageState {
  id: number | null
  shown: OpenCompany | null
  error: unknown
}
const nothing: CompanyPageState = { id: null, shown: null, error: null }
export const useCompanyPage = create<CompanyPageState>(() => nothing)
const asked = createNewest()

/** What is known stays in sight while it is asked for again. */
export async function openCompany(id: number): Promise<void> {
  const isNewest = asked.begin()
  useCompanyPage.setState((state) => (state.id === id ? { error: null } : { ...nothing, id }))
  const params = { id }
  try {
    const [company, detail] = await Promise.all([call(showCompany, { params }), call(showCompanyOverview, { params })])
    if (isNewest()) useCompanyPage.setState({ shown: { company, detail } })
  } catch (error) {
    if (isNewest()) useCompanyPage.setState({ error })
  }
}

/** What is left out stays. Errors: ApiError. */
export async function changeCompany(id: number, body: Partial<CompanyPatch>): Promise<void> {
  putCompany(await call(updateCompany, { params: { id }, body }))
  await openCompany(id)
}

onLifecycle({
  signedOut: () => {
    asked.outdate()
    useCompanyPage.setState(nothing)
  },
  reload: () => {
    const { id } = useCompanyPage.getState()
    if (id !== null) void openCompany(id)
  }
})
