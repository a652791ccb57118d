// The schedule by which a company's archive goes into a store, asked for again while a run is under way.
import { useCallback, useEffect, useRef, useState } from 'react'
import { showArchiveSchedule, type ArchiveSchedule } from '@guiche/shared/features/org/archive-schedules.ts'
import { call } from '#platform/net/http.ts'

/** Milliseconds between two looks at what is under way. */
const lookEvery = 2_000

interface Known {
  /** Undefined before the first answer; null where there is none. */
  schedule: ArchiveSchedule | null | undefined
  error: unknown
}

export function useArchiveSchedule(companyId: number): Known & {
  put: (schedule: ArchiveSchedule | null) => void
  reload: () => void
} {
  const [known, setKnown] = useState<Known>({ schedule: undefined, error: null })
  const newest = useRef(0)
  const put = useCallback((schedule: ArchiveSchedule | null) => {
    newest.current += 1
    setKnown({ schedule, error: null })
  }, [])
  const reload = useCallback(() => {
    const mine = ++newest.current
    const apply = (next: (before: Known) => Known) => {
      if (mine === newest.current) setKnown(next)
    }
    call(showArchiveSchedule, { params: { id: companyId } }).then(
      ({ schedule }) => apply(() => ({ schedule, error: null })),
      (error: unknown) => apply(({ schedule }) => ({ schedule, error }))
    )
  }, [companyId])
  useEffect(reload, [reload])
  useEffect(() => {
    if (known.schedule?.isRunning !== true) return
    const timer = setTimeout(reload, lookEvery)
    return () => clearTimeout(timer)
  }, [known, reload])
  return { ...known, put, reload }
}
