// The plan that a company starts on: those on offer, and what the chosen one holds.
import { useEffect, useState } from 'react'
import { Alert, Button, Select, Text, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { trialDays } from '@guiche/shared/features/org/companies.ts'
import { listPlans, type Plan } from '@guiche/shared/features/org/plans.ts'
import { formatMoney } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'

/** The plans on offer; they are fetched without credentials. */
function usePlans() {
  const [plans, setPlans] = useState<Plan[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const ask = () => void call(listPlans, undefined, { credentials: false }).then(setPlans, () => setFailed(true))
  useEffect(ask, [])
  const load = () => {
    setFailed(false)
    ask()
  }
  return { plans, hasFailed, load }
}

interface PlanFieldProps {
  /** Id of the chosen plan, empty before. */
  value: string
  input: Omit<SelectProps, 'data'>
}

export function PlanField({ value, input }: PlanFieldProps) {
  const { t } = useTranslation(['auth', 'subscription', 'words'])
  const { plans, hasFailed, load } = usePlans()
  const chosen = plans?.find(({ id }) => String(id) === value)
  return (
    <>
      <Select
        label={t('plan')}
        placeholder={t('planPlaceholder')}
        data={(plans ?? []).map(({ id, name, value: price }) => ({
          value: String(id),
          label: t('planOption', { name, price: formatMoney(price) })
        }))}
        nothingFoundMessage={t('words:noOptions')}
        {...input}
      />
      {chosen && (
        <Text size="xs" c="dimmed" mt={-8}>
          {[
            t('subscription:usersCount', { count: chosen.users }),
            t('subscription:connectionsCount', { count: chosen.connections }),
            t('subscription:queuesCount', { count: chosen.queues })
          ].join(' · ')}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={-8}>
        {t('planTerms', { days: trialDays })}
      </Text>
      {hasFailed && (
        <Alert color="red" variant="light">
          {t('plansFailed')}{' '}
          <Button size="compact-xs" variant="subtle" color="red" onClick={load}>
            {t('words:retry')}
          </Button>
        </Alert>
      )}
    </>
  )
}
