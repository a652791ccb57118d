// The checkout in three steps (people, plan, review) and the Pix code at its end.
import { useEffect, useRef, useState } from 'react'
import { Box, Button, Group, Stack, Stepper, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { monthsOf } from '@guiche/shared/features/org/companies.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import type { SubscriptionState } from '@guiche/shared/features/billing/subscription.ts'
import { payerForm } from '@guiche/shared/features/org/payers.ts'
import { formatDueDate, formatMoney } from '#platform/text/format.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { refreshOfferedPlans, useOfferedPlans } from '#features/billing/invoices/invoices.store.ts'
import { usePlanChange, useTermsText } from '#features/billing/invoices/plan-change.store.ts'
import { QuotesFailed } from '#features/billing/invoices/QuotesFailed.tsx'
import { PayerFields, type PayerValues } from './PayerFields.tsx'
import { PixPayment } from './PixPayment.tsx'
import { PlanChoice } from './PlanChoice.tsx'
import classes from './subscription.module.css'

/** Milliseconds a toast of this screen stays, and the good news before the way home. */
const toastStay = 3_000
const homeDelay = 4_000

const stepClasses = { step: classes['step'] ?? '', stepBody: classes['stepBody'] ?? '' }

const requiredFields = ['firstName', 'address1', 'city', 'zipcode', 'country'] as const

function usePayerForm({ payer }: SubscriptionState, name: string) {
  const { t } = useTranslation('subscription')
  const blank = { lastName: '', address1: '', address2: '', city: '', state: '', zipcode: '', country: 'BR' } as const
  return useDraftForm<PayerValues>({
    initialValues: { firstName: name, ...blank, ...payer, useAddressForPaymentDetails: payer !== null },
    schema: payerForm,
    check: (values) =>
      Object.fromEntries(
        requiredFields.filter((field) => values[field].trim() === '').map((field) => [field, t(`${field}Required`)])
      )
  })
}

interface ReviewProps {
  values: PayerValues
  plan: Plan
  /** Reais; null until they are known. */
  total: number | null
}

function Review({ values, plan, total }: ReviewProps) {
  const { t } = useTranslation(['subscription', 'plans', 'invoices'])
  const address = [values.address1, values.address2, values.city, values.state, values.zipcode]
  const rows = [
    [t('fullName'), values.firstName],
    [t('address1'), address.filter((part) => part !== '').join(', ')],
    [t('plan'), plan.name],
    [t('plans:users'), plan.users],
    [t('plans:connections'), plan.connections],
    [t('plans:queues'), plan.queues],
    [t('invoices:value'), `${formatMoney(plan.value)} ${t('invoices:perMonth')}`]
  ] as const
  return (
    <dl className={classes['summary']}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div data-total>
        <dt>{t('total')}</dt>
        <dd>{total === null ? '…' : formatMoney(total)}</dd>
      </div>
    </dl>
  )
}

interface CheckoutStepsProps {
  state: SubscriptionState
  invoiceId: number | undefined
  onLeave: () => void
}

export function CheckoutSteps({ state, invoiceId, onLeave }: CheckoutStepsProps) {
  const { t } = useTranslation(['subscription', 'words'])
  const { name, company } = useUser()
  const navigate = useNavigate()
  const form = usePayerForm(state, name)
  const { items: plans, phase } = useOfferedPlans()
  const [step, setStep] = useState(0)
  const [planId, setPlanId] = useState(company.planId)
  const element = useRef<HTMLFormElement>(null)
  const [isPaid, setPaid] = useState(false)
  const homeward = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => void refreshOfferedPlans(), [])
  useEffect(() => () => clearTimeout(homeward.current), [])
  const plan = plans.find(({ id }) => id === planId)
  const months = monthsOf(company.recurrence)
  const { noteOf, paymentOf } = useTermsText()
  const { state: planChange, error, reload } = usePlanChange()
  const quotes = planChange?.quotes ?? []
  const quote = quotes.find((one) => one.planId === planId)
  const payment = plan && quote ? paymentOf(plan, quote) : null

  const goOn = () => {
    if (step === 0 && form.validate().hasErrors) {
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    if (step === 1 && !plan) return notify.error(t('choosePlan'))
    setStep(step + 1)
  }
  const goHome = ({ dueDate, openedPlan }: { dueDate: string | null; openedPlan: string | null }) => {
    setPaid(true)
    if (openedPlan !== null) notify.success(t('planOpened', { name: openedPlan }), { autoClose: toastStay })
    else if (dueDate !== null)
      notify.success(t('renewedUntil', { date: formatDueDate(dueDate) }), { autoClose: toastStay })
    homeward.current = setTimeout(() => void navigate('/'), homeDelay)
  }
  if (step === 3 && plan) {
    // Named one by one: what else stands on the screen goes nowhere.
    const { firstName, lastName, address1, address2, city, state: region, zipcode, country } = form.values
    const payer = { firstName, lastName, address1, address2, city, state: region, zipcode, country }
    const { useAddressForPaymentDetails } = form.values
    return (
      <Stack>
        <PixPayment
          wish={{ ...payer, useAddressForPaymentDetails, plan: { planId: plan.id }, invoiceId }}
          onCharged={() => notify.success(t('subscribed'), { autoClose: toastStay })}
          onPaid={goHome}
        />
        {!isPaid && (
          <Group>
            <Button variant="default" onClick={() => setStep(2)}>
              {t('words:back')}
            </Button>
          </Group>
        )}
      </Stack>
    )
  }
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        goOn()
      }}
    >
      <Stepper active={step} onStepClick={setStep} size="sm" allowNextStepsSelect={false} classNames={stepClasses}>
        <Stepper.Step label={t('stepData')}>
          <Title order={2} size="h3" my="md">
            {t('almost')}
          </Title>
          <PayerFields form={form} />
        </Stepper.Step>
        <Stepper.Step label={t('stepPlan')}>
          <Stack mt="md">
            <PlanChoice
              plans={plans}
              isLoading={phase !== 'ready'}
              currentId={company.planId}
              value={planId}
              onChange={setPlanId}
              note={(id) => {
                const known = quotes.find((one) => one.planId === id)
                return known ? noteOf(known) : null
              }}
            />
          </Stack>
        </Stepper.Step>
        <Stepper.Step label={t('stepReview')}>
          <Title order={2} size="h3" my="md">
            {t('summary')}
          </Title>
          {plan && <Review values={form.values} plan={plan} total={payment?.value ?? null} />}
          <Text size="sm" c="dimmed" mt="sm">
            {payment && quote?.kind !== 'current' ? payment.text : t('monthsCount', { count: months })}
          </Text>
        </Stepper.Step>
      </Stepper>
      {step > 0 && error !== null && (
        <Box mt="lg">
          <QuotesFailed error={error} onRetry={reload} />
        </Box>
      )}
      <Group justify="space-between" mt="lg">
        <Button variant="default" onClick={() => (step === 0 ? onLeave() : setStep(step - 1))}>
          {t('words:back')}
        </Button>
        <Button type="submit" disabled={step === 2 && payment === null}>
          {step === 2 ? t('pay') : t('next')}
        </Button>
      </Group>
    </form>
  )
}
