// The company whose page is open: its record and what it uses.
import { create } from 'zustand'
import { showCompany, updateCompany, type Company, type CompanyPatch } from '@guiche/shared/features/org/companies.ts'
import {
  managedCompanyEvent,
  showCompanyOverview,
  type CompanyDetail
} from '@guiche/shared/features/org/company-overviews.ts'
import { hasCode } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
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
    const isGone = hasCode(error, 'ERR_NO_COMPANY_FOUND')
    if (isNewest()) useCompanyPage.setState({ error, ...(isGone && { shown: null }) })
  }
}

/** What is left out stays. Errors: ApiError. */
export async function changeCompany(id: number, body: Partial<CompanyPatch>): Promise<void> {
  putCompany(await call(updateCompany, { params: { id }, body }))
  await openCompany(id)
}

function reload(): void {
  const { id } = useCompanyPage.getState()
  if (id !== null) void openCompany(id)
}

listen(managedCompanyEvent, reload)
onLifecycle({
  signedOut: () => {
    asked.outdate()
    useCompanyPage.setState(nothing)
  },
  reload
})
