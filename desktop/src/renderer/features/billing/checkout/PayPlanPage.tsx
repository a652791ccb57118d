// Plans as cards; choosing one leads to the payment provider's page.
import { useEffect, useState } from 'react'
import { Alert } from '@mantine/core'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { centsOf, createCheckout } from '@guiche/shared/features/billing/checkout.ts'
import { paymentEvent } from '@guiche/shared/features/billing/subscription.ts'
import { companyStanding } from '@guiche/shared/kernel/company-standing.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { useNow } from '#platform/device/clock.ts'
import { hasShell } from '#platform/device/bridge.ts'
import { formatDueDate } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { listen } from '#platform/net/realtime.ts'
import { useUser } from '#platform/session/session.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { PendingChange } from '#features/billing/invoices/PendingChange.tsx'
import { PlanGrid } from '#features/billing/invoices/PlanGrid.tsx'
import { QuotesFailed } from '#features/billing/invoices/QuotesFailed.tsx'
import { usePlanChange, useTermsText } from '#features/billing/invoices/plan-change.store.ts'

/** The desktop app shows no strangers' pages: there it opens in the browser. */
function openPage(url: string): void {
  if (hasShell()) window.open(url, '_blank', 'noopener')
  else window.location.assign(url)
}

/** Milliseconds. */
const toastStay = 3_000

function Returned() {
  const { t } = useTranslation('subscription')
  const { dueDate } = useUser().company
  const now = useNow()
  const isPaid = dueDate !== null && !companyStanding({ dueDate }, now).isOverdue
  return (
    <Alert
      mb="md"
      flex="none"
      color={isPaid ? 'teal' : 'yellow'}
      icon={isPaid ? <IconCheck size={18} /> : <IconClock size={18} />}
    >
      {isPaid ? t('returnedPaid', { date: formatDueDate(dueDate) }) : t('returnedWaiting')}
    </Alert>
  )
}

export function PayPlanPage() {
  const { t } = useTranslation(['subscription', 'invoices', 'words'])
  const user = useUser()
  const [search] = useSearchParams()
  const [chosen, setChosen] = useState<Plan | null>(null)
  const { state, error, reload } = usePlanChange()
  const { noteOf, paymentOf } = useTermsText()
  const quoteOf = ({ id }: Plan) => state?.quotes.find(({ planId }) => planId === id)
  const quote = chosen === null ? undefined : quoteOf(chosen)
  useEffect(
    () =>
      listen(paymentEvent, ({ company, openedPlan: name }) => {
        const date = company.dueDate
        if (name !== undefined) notify.success(t('planOpened', { name }), { autoClose: toastStay })
        else if (date !== null)
          notify.success(t('renewedUntil', { date: formatDueDate(date) }), { autoClose: toastStay })
      }),
    [t]
  )
  const pay = async ({ id, value }: Plan) => {
    const { name, email } = user
    const body = { amount: centsOf(value), planId: id, customerData: { name, email } }
    const { checkoutUrl } = await call(createCheckout, { body })
    if (checkoutUrl) openPage(checkoutUrl)
    else notify.error(t('linkFailed'), { autoClose: toastStay })
  }
  return (
    <>
      <PageHeader title={t('plansTitle')} text={t('plansText')} />
      {search.get('payment') === 'done' && <Returned />}
      {error !== null && <QuotesFailed error={error} onRetry={reload} />}
      {state?.pending && <PendingChange pending={state.pending} />}
      <PlanGrid
        button={({ name, value }) => ({ label: t('payPlan', { name }), isDisabled: value <= 0 || state === null })}
        note={(plan) => {
          const known = quoteOf(plan)
          return known ? noteOf(known) : null
        }}
        onChoose={setChosen}
      />
      {chosen && quote && (
        <ConfirmDialog
          title={t('invoices:confirmTitle')}
          text={`${paymentOf(chosen, quote).text} ${t('leadsToPage')}`}
          confirmLabel={t('goToPayment')}
          isDangerous={false}
          onConfirm={() => pay(chosen)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
