// The overview of all companies: by state, order and search, page by page, with the figures of all of them.
import { create } from 'zustand'
import {
  listCompanyOverviews,
  managedCompanyEvent,
  type CompanyFigures,
  type CompanyFilter,
  type CompanyOverview,
  type CompanySort
} from '@guiche/shared/features/org/company-overviews.ts'
import { listen } from '#platform/net/realtime.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

interface OverviewState {
  filter: CompanyFilter | null
  sort: CompanySort
  isDescending: boolean
  /** Null until they are known. */
  figures: CompanyFigures | null
}
const fresh: OverviewState = { filter: null, sort: 'name', isDescending: false, figures: null }
export const useOverview = create<OverviewState>(() => fresh)

export const companyOverviews = createPagedList<CompanyOverview>({
  fetchPage: async (page, read) => {
    const { filter, sort, isDescending } = useOverview.getState()
    const query = { ...page, state: filter ?? '', sort, direction: isDescending ? ('desc' as const) : ('asc' as const) }
    const { companies, count, hasMore, figures } = await read(listCompanyOverviews, { query })
    return { items: companies, count, hasMore, accept: () => useOverview.setState({ figures }) }
  },
  // The server sorts, and nothing is put in beside what it answers.
  compare: () => 0
})

export function filterCompanies(filter: CompanyFilter | null): void {
  useOverview.setState({ filter })
  void companyOverviews.refresh()
}

/** What was used or seen last comes first; once more turns it round. */
export function sortCompanies(sort: CompanySort): void {
  const before = useOverview.getState()
  const isBackwards = sort === 'people' || sort === 'connections' || sort === 'lastActivity'
  useOverview.setState({ sort, isDescending: before.sort === sort ? !before.isDescending : isBackwards })
  void companyOverviews.refresh()
}

listen(managedCompanyEvent, () => {
  if (companyOverviews.use.getState().phase !== 'idle') void companyOverviews.refreshShown()
})
onLifecycle({ signedOut: () => useOverview.setState(fresh) })
