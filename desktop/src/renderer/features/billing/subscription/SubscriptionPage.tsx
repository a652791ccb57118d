// The subscription: the trial, the e-mail of the bills, and the checkout.
import { useEffect, useState } from 'react'
import { Alert, Button, Group, Skeleton, Stack, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCalendarDue } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { showSubscription, type SubscriptionState } from '@guiche/shared/features/billing/subscription.ts'
import { companyStanding } from '@guiche/shared/kernel/company-standing.ts'
import { useNow } from '#platform/device/clock.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatDueDate } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { useUser } from '#platform/session/session.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { CheckoutSteps } from './CheckoutSteps.tsx'
import { SupportLink } from './PixPayment.tsx'
import classes from './subscription.module.css'

const day = 86_400_000

function Standing({ trialExpiration }: SubscriptionState) {
  const { t } = useTranslation('subscription')
  const { dueDate } = useUser().company
  const now = useNow()
  const end = trialExpiration ?? dueDate
  if (end === null) return null
  const isOver = companyStanding({ dueDate: end }, now).isOverdue
  const days = Math.ceil(Math.abs(Date.parse(end) - now) / day)
  const kind = trialExpiration === null ? (isOver ? 'over' : 'paidUntil') : isOver ? 'trialOver' : 'trialLeft'
  return (
    <Alert color={isOver ? 'red' : trialExpiration === null ? 'gray' : 'yellow'} icon={<IconCalendarDue size={18} />}>
      {t(kind, { count: days, date: formatDueDate(end) })}
    </Alert>
  )
}

function useSubscription() {
  const [state, setState] = useState<SubscriptionState | null>(null)
  const [error, setError] = useState<unknown>(null)
  const ask = () => void call(showSubscription).then(setState, (refusal: unknown) => setError(refusal))
  useEffect(ask, [])
  const load = () => {
    setError(null)
    ask()
  }
  return { state, error, load }
}

export function SubscriptionPage() {
  const { t } = useTranslation(['subscription', 'words'])
  const { state, error, load } = useSubscription()
  const [search] = useSearchParams()
  const invoiceId = Number(search.get('invoiceId')) || undefined
  const [isPaying, setPaying] = useState(invoiceId !== undefined)
  const content = () => {
    if (error !== null) {
      return (
        <EmptyState
          icon={IconAlertTriangle}
          title={t('loadFailed')}
          text={errorText(error)}
          action={
            <Button variant="default" mt="xs" onClick={load}>
              {t('words:retry')}
            </Button>
          }
        />
      )
    }
    if (state === null) return <Skeleton height={220} radius="md" aria-label={t('words:loading')} />
    if (isPaying && state.pix !== 'off') {
      return (
        <div className={classes['sheet']}>
          <CheckoutSteps state={state} invoiceId={invoiceId} onLeave={() => setPaying(false)} />
        </div>
      )
    }
    return (
      <Stack className={classes['sheet']} gap="md">
        <Standing {...state} />
        <TextInput label={t('email')} value={state.email ?? ''} readOnly description={t('emailText')} />
        {state.pix === 'off' ? (
          <Alert color="gray">
            {t('unavailable')} <SupportLink />
          </Alert>
        ) : (
          <Group>
            <Button onClick={() => setPaying(true)}>{t('subscribeNow')}</Button>
            {state.checkout !== 'off' && (
              <Button component={Link} to={pages.plans} variant="default">
                {t('payOnPage')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    )
  }
  return (
    <>
      <PageHeader title={t('title')} />
      {content()}
    </>
  )
}
