// The second step of the checkout: the plan, with the people and connections that it holds.
import { Badge, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { formatMoney } from '#platform/text/format.ts'
import classes from './subscription.module.css'

interface PlanChoiceProps {
  plans: Plan[]
  isLoading: boolean
  currentId: number | null
  value: number | null
  onChange: (id: number) => void
  /** What choosing it costs, in a line. */
  note: (id: number) => string | null
}

export function PlanChoice({ plans, isLoading, currentId, value, onChange, note }: PlanChoiceProps) {
  const { t } = useTranslation(['subscription', 'invoices'])
  if (isLoading) return <Skeleton height={180} radius="md" />
  return (
    <Radio.Group
      label={t('choosePlan')}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(Number(id))}
    >
      <Stack gap="xs" mt="xs">
        {plans.map((plan) => (
          <Radio.Card
            key={plan.id}
            value={String(plan.id)}
            radius="md"
            aria-label={plan.name}
            className={classes['plan']}
          >
            <Radio.Indicator />
            <div className={classes['planText']}>
              <div className={classes['planName']}>
                {plan.name}
                {plan.id === currentId && <Badge size="sm">{t('invoices:currentPlan')}</Badge>}
              </div>
              <Text size="sm" c="dimmed">
                {[
                  t('usersCount', { count: plan.users }),
                  t('connectionsCount', { count: plan.connections }),
                  t('queuesCount', { count: plan.queues })
                ].join(' · ')}
              </Text>
              {note(plan.id) !== null && (
                <Text size="sm" c="dimmed">
                  {note(plan.id)}
                </Text>
              )}
            </div>
            <span className={classes['price']}>{formatMoney(plan.value)}</span>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  )
}
