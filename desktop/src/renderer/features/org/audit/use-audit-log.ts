// The audit log page by page, the newest first; each page goes on at the number where the one before ended.
import { useCallback, useEffect, useRef, useState } from 'react'
import { listAudit, type AuditLogEntry } from '@guiche/shared/features/org/audit.ts'
import { call } from '#platform/net/http.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { queryOf, type ShownActs } from './use-audit-filter.ts'

interface Log {
  entries: AuditLogEntry[]
  /** Where the next page goes on; null at the end of the log. */
  next: number | null
  phase: 'loading' | 'more' | 'refreshing' | 'ready' | 'failed'
  error: unknown
}

const nothing: Log = { entries: [], next: null, phase: 'loading', error: null }

export function useAuditLog(filter: ShownActs) {
  const [log, setLog] = useStateOf<Log>(filter, nothing)
  const [asked, setAsked] = useState(0)
  /** Of what is shown: pages that were asked for before are not for the log that takes its place. */
  const aborter = useRef(new AbortController())
  const ask = useCallback(
    async (before?: number) => {
      const { signal } = aborter.current
      try {
        const query = { ...queryOf(filter), ...(before === undefined ? {} : { before }) }
        const { entries, next } = await call(listAudit, { query }, { signal })
        const known = (now: Log) => (before === undefined ? [] : now.entries)
        setLog((now) => ({ entries: [...known(now), ...entries], next, phase: 'ready', error: null }))
      } catch (error) {
        if (!signal.aborted) setLog((now) => ({ ...now, phase: 'failed', error }))
      }
    },
    [filter, setLog]
  )
  useEffect(() => {
    const current = new AbortController()
    aborter.current = current
    void ask()
    return () => current.abort()
  }, [asked, ask])
  return {
    ...log,
    refresh: () => {
      setLog((now) => ({ ...now, phase: now.entries.length === 0 ? 'loading' : 'refreshing', error: null }))
      setAsked((times) => times + 1)
    },
    loadMore: () => {
      if (log.next === null) return
      setLog((now) => ({ ...now, phase: 'more', error: null }))
      void ask(log.next)
    }
  }
}
