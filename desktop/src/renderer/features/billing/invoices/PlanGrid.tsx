// The plans on offer as cards, the cheapest first.
import { useEffect } from 'react'
import { Badge, Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconLicense, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PlanFlag } from '@guiche/shared/kernel/access.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatMoney, formatNumber, formatSize } from '#platform/text/format.ts'
import { useUser } from '#platform/session/session.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { refreshOfferedPlans, useOfferedPlans } from './invoices.store.ts'
import classes from './invoices.module.css'

/** In the order in which cards name them. */
const features: PlanFlag[] = [
  'useSchedules',
  'useCampaigns',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations'
]

interface PlanButton {
  label: string
  isDisabled: boolean
}

interface CardProps {
  plan: Plan
  isCurrent: boolean
  button: PlanButton
  note: string | null
  onChoose: () => void
}

function Card({ plan, isCurrent, button, note, onChoose }: CardProps) {
  const { t } = useTranslation(['invoices', 'plans'])
  return (
    <section className={classes['card']} aria-label={plan.name} data-current={isCurrent || undefined}>
      <div className={classes['head']}>
        <h2 className={classes['name']}>{plan.name}</h2>
        {isCurrent && <Badge>{t('currentPlan')}</Badge>}
      </div>
      <p className={classes['price']}>
        {formatMoney(plan.value)} <span>{t('perMonth')}</span>
      </p>
      <dl className={classes['limits']}>
        {(['users', 'connections', 'queues'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`plans:${key}`)}</dt>
            <dd>{formatNumber(plan[key])}</dd>
          </div>
        ))}
        {(['messages', 'storage', 'campaigns'] as const).map((key) => {
          const limit = plan[key]
          if (limit == null) return null
          return (
            <div key={key}>
              <dt>{t(`plans:${key}`)}</dt>
              <dd>{key === 'storage' ? formatSize(limit) : formatNumber(limit)}</dd>
            </div>
          )
        })}
        {(['userPrice', 'connectionPrice'] as const).map((key) => {
          const price = plan[key]
          if (price == null) return null
          return (
            <div key={key}>
              <dt>{t(key === 'userPrice' ? 'plans:extraUser' : 'plans:extraConnection')}</dt>
              <dd>{formatMoney(price)}</dd>
            </div>
          )
        })}
      </dl>
      <ul className={classes['features']}>
        {features.map((flag) => (
          <li key={flag} data-off={!plan[flag] || undefined}>
            {plan[flag] ? (
              <IconCheck size={16} role="img" aria-label={t('included')} />
            ) : (
              <IconX size={16} role="img" aria-label={t('notIncluded')} />
            )}
            {t(`plans:${flag}`)}
          </li>
        ))}
      </ul>
      {note !== null && <p className={classes['note']}>{note}</p>}
      <Button fullWidth variant={isCurrent ? 'default' : 'light'} disabled={button.isDisabled} onClick={onChoose}>
        {button.label}
      </Button>
    </section>
  )
}

interface PlanGridProps {
  button: (plan: Plan, isCurrent: boolean) => PlanButton
  /** What choosing it costs, in a line; null for nothing to say. */
  note: (plan: Plan) => string | null
  onChoose: (plan: Plan) => void
}

export function PlanGrid({ button, note, onChoose }: PlanGridProps) {
  const { t } = useTranslation('words')
  const { items, phase, error } = useOfferedPlans()
  const { company } = useUser()
  useEffect(() => void refreshOfferedPlans(), [])
  if (phase === 'failed') {
    return (
      <EmptyState
        icon={IconAlertTriangle}
        title={t('listFailed')}
        text={errorText(error)}
        action={
          <Button variant="default" mt="xs" onClick={() => void refreshOfferedPlans()}>
            {t('retry')}
          </Button>
        }
      />
    )
  }
  if (phase === 'ready' && items.length === 0) return <EmptyState icon={IconLicense} title={t('emptyList')} />
  return (
    <div className={classes['cards']} aria-busy={phase !== 'ready'}>
      {phase !== 'ready' && [1, 2, 3].map((key) => <Skeleton key={key} height={420} radius="md" />)}
      {phase === 'ready' &&
        items.map((plan) => {
          const isCurrent = plan.id === company.planId
          return (
            <Card
              key={plan.id}
              plan={plan}
              isCurrent={isCurrent}
              button={button(plan, isCurrent)}
              note={note(plan)}
              onChoose={() => onChoose(plan)}
            />
          )
        })}
    </div>
  )
}
