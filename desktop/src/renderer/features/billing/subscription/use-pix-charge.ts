// One Pix charge from the asking to the payment, which shows by itself.
import { useCallback, useEffect, useRef, useState } from 'react'
import { paymentEvent, subscribe, type PixCharge } from '@guiche/shared/features/billing/subscription.ts'
import type { EndpointInput } from '@guiche/shared/kernel/endpoint.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { useSession } from '#platform/session/session.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { refreshInvoices, useInvoices } from '#features/billing/invoices/invoices.store.ts'

export type ChargeWish = NonNullable<EndpointInput<typeof subscribe>['body']>

interface PixState {
  charge: PixCharge | null
  error: unknown
  /** Seconds for which it can still be paid; null as long as there is no charge. */
  secondsLeft: number | null
  isPaid: boolean
  /** Of the company after the payment; null for none. */
  dueDate: string | null
  /** The plan that the payment has opened; null for none. */
  openedPlan: string | null
  /** Asks for a charge anew. */
  ask: () => void
}

function useSecondsLeft(charge: PixCharge | null): number | null {
  const [left, setLeft] = useStateOf(charge, charge?.secondsLeft ?? null)
  useEffect(() => {
    if (charge === null) return
    const end = Date.now() + charge.secondsLeft * 1_000
    const count = () => setLeft(Math.max(0, Math.round((end - Date.now()) / 1_000)))
    const timer = setInterval(count, 1_000)
    return () => clearInterval(timer)
  }, [charge, setLeft])
  return left
}

/** Milliseconds after which an invoice that is paid needs no word of the payment, which comes right behind it. */
const eventPatience = 1_000

/** `wish` is read when the charge is asked for. */
export function usePixCharge(wish: ChargeWish, onCharged?: () => void): PixState {
  const [charge, setCharge] = useState<PixCharge | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [paid, setPaid] = useState<{ dueDate: string | null; openedPlan: string | null } | null>(null)
  const wanted = useRef({ wish, onCharged })
  const isAsking = useRef(false)
  const request = useCallback(() => {
    isAsking.current = true
    void call(subscribe, { body: wanted.current.wish })
      .then(
        (answer) => {
          setCharge(answer)
          wanted.current.onCharged?.()
        },
        (refusal: unknown) => setError(refusal)
      )
      .finally(() => {
        isAsking.current = false
      })
  }, [])
  const ask = () => {
    if (isAsking.current) return
    setError(null)
    setCharge(null)
    request()
  }
  useEffect(() => {
    if (!isAsking.current) request()
    // The list hears of payments as well, and loads afresh after a long absence.
    void refreshInvoices()
  }, [request])
  const invoiceId = charge?.invoiceId
  useEffect(
    () =>
      listen(paymentEvent, ({ company, openedPlan = null, invoiceId: settled }) => {
        if (settled === invoiceId) setPaid({ dueDate: company.dueDate, openedPlan })
      }),
    [invoiceId]
  )
  const isSettled = useInvoices(({ items }) => items.some(({ id, status }) => id === invoiceId && status === 'paid'))
  const isPaid = paid !== null
  useEffect(() => {
    if (!isSettled || isPaid) return
    const ownDate = () => setPaid({ dueDate: useSession.getState().user?.company.dueDate ?? null, openedPlan: null })
    const timer = setTimeout(ownDate, eventPatience)
    return () => clearTimeout(timer)
  }, [isSettled, isPaid])
  const { dueDate = null, openedPlan = null } = paid ?? {}
  return { charge, error, secondsLeft: useSecondsLeft(charge), isPaid, dueDate, openedPlan, ask }
}
