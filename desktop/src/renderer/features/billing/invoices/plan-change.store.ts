// What each plan costs now and which change waits, kept by the events that may change it; and the sentences that say so,
// the same on every screen on which somebody decides.
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invoiceEvent } from '@guiche/shared/features/billing/invoices.ts'
import {
  planChangeEvent,
  showPlanChange,
  type PlanChangeState,
  type PlanQuote
} from '@guiche/shared/features/billing/plan-changes.ts'
import { companyEvent } from '@guiche/shared/features/org/companies.ts'
import { monthsOf } from '@guiche/shared/features/org/companies.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { formatDueDate, formatMoney } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { useUser } from '#platform/session/session.ts'

interface KnownPlanChange {
  /** Null until it is known; cards say nothing of prices that are not sure. */
  state: PlanChangeState | null
  /** Why it is not known, or not known to hold any more. */
  error: unknown
  reload: () => void
}

export function usePlanChange(): KnownPlanChange {
  const [known, setKnown] = useState<{ state: PlanChangeState | null; error: unknown }>({ state: null, error: null })
  const newest = useRef(0)
  const reload = useCallback(() => {
    const mine = ++newest.current
    const keep = (next: typeof known) => mine === newest.current && setKnown(next)
    void call(showPlanChange).then(
      (state) => keep({ state, error: null }),
      (error: unknown) => keep({ state: null, error })
    )
  }, [])
  useEffect(() => {
    reload()
    const heard = [planChangeEvent, companyEvent, invoiceEvent].map((event) => listen(event, reload))
    const ends = [...heard, onLifecycle({ reload, online: reload })]
    return () => ends.forEach((end) => end())
  }, [reload])
  return { ...known, reload }
}

const dateOf = (at: string | null): string => (at === null ? '' : formatDueDate(at))

export function useTermsText() {
  const { t } = useTranslation(['invoices', 'subscription'])
  const months = monthsOf(useUser().company.recurrence)
  /** A line on a card. */
  const noteOf = ({ kind, value, at }: PlanQuote): string | null => {
    if (kind === 'current') return null
    if (kind === 'difference') return t('note_difference', { value: formatMoney(value) })
    if (kind === 'period') return t('note_period', { value: formatMoney(value) })
    return kind === 'later' ? t('note_later', { date: dateOf(at) }) : t('note_now')
  }
  /** Everything that somebody has to know before choosing. */
  const termsOf = (plan: Plan, quote: PlanQuote, used: PlanChangeState['used']): string => {
    const period = t('periodPrice', { count: months, price: formatMoney(quote.periodValue) })
    const values = { name: plan.name, value: formatMoney(quote.value), date: dateOf(quote.at), period }
    const terms = quote.kind === 'current' ? '' : t(`terms_${quote.kind}`, values)
    if (quote.kind !== 'later' || !quote.isTooSmall) return terms
    const inUse = {
      users: t('subscription:usersCount', { count: used.users }),
      connections: t('subscription:connectionsCount', { count: used.connections }),
      queues: t('subscription:queuesCount', { count: used.queues })
    }
    const allowed = {
      maxUsers: t('subscription:usersCount', { count: plan.users }),
      maxConnections: t('subscription:connectionsCount', { count: plan.connections }),
      maxQueues: t('subscription:queuesCount', { count: plan.queues })
    }
    return `${terms} ${t('tooSmallLater', { ...values, ...inUse, ...allowed })}`
  }
  /** The same where the choice is a payment: Reais to pay now, and what they are for. */
  const paymentOf = (plan: Plan, quote: PlanQuote): { value: number; text: string } => {
    const value = quote.kind === 'difference' ? quote.value : quote.periodValue
    const period = t('periodPrice', { count: months, price: formatMoney(quote.periodValue) })
    const values = { name: plan.name, value: formatMoney(value), date: dateOf(quote.at), period }
    if (quote.kind === 'difference') return { value, text: t('terms_difference', values) }
    return { value, text: t(quote.kind === 'later' ? 'payment_later' : 'payment_period', values) }
  }
  return { noteOf, termsOf, paymentOf }
}
