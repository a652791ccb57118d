// The deliveries of one webhook, page by page, newest first; what is tried meanwhile changes in place.
import { useCallback, useEffect, useState } from 'react'
import {
  listDeliveries,
  type deliveryStates,
  type WebhookDelivery
} from '@guiche/shared/features/automation/webhooks.ts'
import { call } from '#platform/http.ts'
import { watchDeliveries } from './webhooks.store.ts'

export type DeliveryState = (typeof deliveryStates)[number]

interface Page {
  rows: WebhookDelivery[]
  hasMore: boolean
  phase: 'loading' | 'more' | 'ready' | 'failed'
  error: unknown
}

const nothing: Page = { rows: [], hasMore: false, phase: 'loading', error: null }

/** Puts in a delivery that is shown, or a new one on top. */
const merged = (rows: WebhookDelivery[], one: WebhookDelivery): WebhookDelivery[] =>
  rows.some(({ id }) => id === one.id) ? rows.map((row) => (row.id === one.id ? one : row)) : [one, ...rows]

export const useDeliveries = (webhookId: number, state: DeliveryState | undefined) => {
  const [page, setPage] = useState(nothing)
  const [generation, setGeneration] = useState(0)
  const ask = useCallback(
    async (before: string | undefined, signal?: AbortSignal) => {
      const query = { ...(state ? { state } : {}), ...(before ? { before } : {}) }
      try {
        const { deliveries, hasMore } = await call(
          listDeliveries,
          { params: { id: webhookId }, query },
          signal ? { signal } : {}
        )
        setPage(({ rows }) => ({
          rows: before ? [...rows, ...deliveries] : deliveries,
          hasMore,
          phase: 'ready',
          error: null
        }))
      } catch (error) {
        if (!signal?.aborted) setPage((present) => ({ ...present, phase: 'failed', error }))
      }
    },
    [webhookId, state]
  )
  useEffect(() => {
    const aborter = new AbortController()
    setPage((present) => ({ ...nothing, rows: generation > 0 ? present.rows : [] }))
    void ask(undefined, aborter.signal)
    const stop = watchDeliveries((one) => {
      const belongs = one.webhookId === webhookId && (state === undefined || one.state === state)
      setPage((present) => {
        const isShown = present.rows.some(({ id }) => id === one.id)
        return belongs || isShown ? { ...present, rows: merged(present.rows, one) } : present
      })
    })
    return () => {
      aborter.abort()
      stop()
    }
  }, [webhookId, state, generation, ask])
  return {
    ...page,
    refresh: () => setGeneration((n) => n + 1),
    loadMore: () => {
      setPage((present) => ({ ...present, phase: 'more' }))
      void ask(page.rows.at(-1)?.id)
    }
  }
}
