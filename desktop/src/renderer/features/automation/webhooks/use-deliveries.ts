// The deliveries of one webhook, page by page, newest first; what is tried meanwhile changes in place.
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  listDeliveries,
  type deliveryStates,
  type WebhookDelivery
} from '@guiche/shared/features/automation/webhooks.ts'
import { call } from '#platform/net/http.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { watchDeliveries } from './webhooks.store.ts'

export type DeliveryState = (typeof deliveryStates)[number]

interface Page {
  rows: WebhookDelivery[]
  hasMore: boolean
  phase: 'loading' | 'more' | 'refreshing' | 'ready' | 'failed'
  error: unknown
}

const nothing: Page = { rows: [], hasMore: false, phase: 'loading', error: null }

/** Puts in a delivery that is shown, or a new one on top. */
const merged = (rows: WebhookDelivery[], one: WebhookDelivery): WebhookDelivery[] =>
  rows.some(({ id }) => id === one.id) ? rows.map((row) => (row.id === one.id ? one : row)) : [one, ...rows]

export function useDeliveries(webhookId: number, state: DeliveryState | undefined) {
  const [page, setPage] = useStateOf(`${webhookId} ${state}`, nothing)
  const [generation, setGeneration] = useState(0)
  /** Of every page of what is shown: what was asked for before is not for the list that takes its place. */
  const aborter = useRef(new AbortController())
  const hear = useCallback(
    (rows: WebhookDelivery[], one: WebhookDelivery) => {
      const belongs = one.webhookId === webhookId && (state === undefined || one.state === state)
      return belongs || rows.some(({ id }) => id === one.id) ? merged(rows, one) : rows
    },
    [webhookId, state]
  )
  const ask = useCallback(
    async (before?: string) => {
      const { signal } = aborter.current
      const query = { ...(state ? { state } : {}), ...(before ? { before } : {}) }
      const heard: WebhookDelivery[] = []
      const stop = watchDeliveries((one) => heard.push(one))
      try {
        const { deliveries, hasMore } = await call(listDeliveries, { params: { id: webhookId }, query }, { signal })
        setPage(({ rows }) => {
          const known = before ? rows : []
          const found = deliveries.filter((one) => !known.some(({ id }) => id === one.id))
          // The answer may be older than what was heard while it came.
          return { rows: heard.reduce(hear, [...known, ...found]), hasMore, phase: 'ready', error: null }
        })
      } catch (error) {
        if (!signal.aborted) setPage((present) => ({ ...present, phase: 'failed', error }))
      } finally {
        stop()
      }
    },
    [webhookId, state, hear, setPage]
  )
  useEffect(() => {
    const current = new AbortController()
    aborter.current = current
    void ask()
    const stop = watchDeliveries((one) => setPage((present) => ({ ...present, rows: hear(present.rows, one) })))
    return () => {
      current.abort()
      stop()
    }
  }, [generation, ask, hear, setPage])
  const refresh = useCallback(() => {
    setPage((now) => ({ ...now, phase: now.rows.length === 0 ? 'loading' : 'refreshing', error: null }))
    setGeneration((n) => n + 1)
  }, [setPage])
  // What is told of deliveries is not kept for those who were away.
  useEffect(() => onLifecycle({ reload: refresh, online: refresh }), [refresh])
  return {
    ...page,
    refresh,
    loadMore: () => {
      setPage((present) => ({ ...present, phase: 'more' }))
      void ask(page.rows.at(-1)?.id)
    }
  }
}
