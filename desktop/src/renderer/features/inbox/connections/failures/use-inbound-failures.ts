// The messages that could not be stored, page by page, oldest first; what was stored since is no longer among them.
import { useCallback, useEffect, useRef, useState } from 'react'
import { listInboundFailures, type InboundFailure } from '@guiche/shared/features/inbox/inbound-failures.ts'
import { call } from '#platform/net/http.ts'

interface Failures {
  records: InboundFailure[]
  hasMore: boolean
  phase: 'loading' | 'more' | 'ready' | 'failed'
  error: unknown
}

const nothing: Failures = { records: [], hasMore: true, phase: 'loading', error: null }

export function useInboundFailures() {
  const [failures, setFailures] = useState(nothing)
  const nextPage = useRef(1)
  const gone = useRef(new Set<number>())
  const aborter = useRef(new AbortController())
  const ask = useCallback(async () => {
    const { signal } = aborter.current
    const [pageNumber, goneBefore] = [nextPage.current, gone.current.size]
    try {
      const found = await call(listInboundFailures, { query: { pageNumber } }, { signal })
      // A row that went meanwhile has moved the pages up by one.
      const isMoved = gone.current.size > goneBefore
      if (!isMoved) nextPage.current = pageNumber + 1
      setFailures(({ records }) => {
        const known = new Map([...records, ...found.records].map((record) => [record.id, record]))
        const present = [...known.values()].filter(({ id }) => !gone.current.has(id))
        return { records: present, hasMore: found.hasMore || isMoved, phase: 'ready', error: null }
      })
    } catch (error) {
      if (!signal.aborted) setFailures((now) => ({ ...now, phase: 'failed', error }))
    }
  }, [])
  useEffect(() => {
    aborter.current = new AbortController()
    void ask()
    return () => aborter.current.abort()
  }, [ask])
  const load = () => {
    setFailures((now) => ({ ...now, phase: now.records.length === 0 ? 'loading' : 'more', error: null }))
    void ask()
  }
  /** The message is stored: the rest is counted from the first page again. */
  const drop = (id: number) => {
    gone.current.add(id)
    nextPage.current = 1
    setFailures((now) => ({ ...now, records: now.records.filter((record) => record.id !== id) }))
  }
  return { ...failures, load, drop }
}
