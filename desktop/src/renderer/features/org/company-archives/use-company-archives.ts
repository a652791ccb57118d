// Archives of companies as the server lists them, asked for again while one of them is under way.
import { useCallback, useEffect, useRef, useState } from 'react'
import { listCompanyArchives, type CompanyArchive } from '@guiche/shared/features/org/company-archives.ts'
import { call } from '#platform/net/http.ts'

/** Milliseconds between two looks at what is under way. */
const lookEvery = 2_000

export const isUnderway = ({ status }: CompanyArchive): boolean => status === 'waiting' || status === 'running'

interface Known {
  records: CompanyArchive[] | null
  error: unknown
}

/** Of one company, or of all. */
export function useCompanyArchives(companyId?: number): Known & { reload: () => void } {
  const [known, setKnown] = useState<Known>({ records: null, error: null })
  const newest = useRef(0)
  const reload = useCallback(() => {
    const mine = ++newest.current
    const keep = (next: (before: Known) => Known) => {
      if (mine === newest.current) setKnown(next)
    }
    call(listCompanyArchives, { query: { companyId } }).then(
      ({ records }) => keep(() => ({ records, error: null })),
      (error: unknown) => keep(({ records }) => ({ records, error }))
    )
  }, [companyId])
  useEffect(reload, [reload])
  useEffect(() => {
    if (known.records?.some(isUnderway) !== true) return
    const timer = setTimeout(reload, lookEvery)
    return () => clearTimeout(timer)
  }, [known, reload])
  return { ...known, reload }
}
