// The plans on offer as cards, the cheapest first; a click on one asks whether to have it.
import { useEffect, useState } from 'react'
import { Badge, Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconLicense, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PlanFlag } from '@guiche/shared/kernel/access.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { errorText } from '#platform/error-text.ts'
import { formatMoney, formatNumber } from '#platform/format.ts'
import { notify } from '#platform/notify.ts'
import { useUser } from '#platform/session.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { choosePlan, refreshOfferedPlans, useOfferedPlans } from './invoices.store.ts'
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

const Card = ({ plan, isCurrent, onChoose }: { plan: Plan; isCurrent: boolean; onChoose: () => void }) => {
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
      <Button fullWidth variant={isCurrent ? 'default' : 'light'} disabled={isCurrent} onClick={onChoose}>
        {isCurrent ? t('currentPlan') : t('choose', { name: plan.name })}
      </Button>
    </section>
  )
}

export const PlanCards = () => {
  const { t } = useTranslation(['invoices', 'words'])
  const { items, phase, error } = useOfferedPlans()
  const { companyId, company } = useUser()
  const [chosen, setChosen] = useState<Plan | null>(null)
  useEffect(() => void refreshOfferedPlans(), [])
  if (phase === 'failed') {
    return (
      <EmptyState
        icon={IconAlertTriangle}
        title={t('words:listFailed')}
        text={errorText(error)}
        action={
          <Button variant="default" mt="xs" onClick={() => void refreshOfferedPlans()}>
            {t('words:retry')}
          </Button>
        }
      />
    )
  }
  if (phase === 'ready' && items.length === 0) return <EmptyState icon={IconLicense} title={t('words:emptyList')} />
  return (
    <>
      <div className={classes['cards']} aria-busy={phase !== 'ready'}>
        {phase !== 'ready' && [1, 2, 3].map((key) => <Skeleton key={key} height={420} radius="md" />)}
        {phase === 'ready' &&
          items.map((plan) => (
            <Card key={plan.id} plan={plan} isCurrent={plan.id === company.planId} onChoose={() => setChosen(plan)} />
          ))}
      </div>
      {chosen && (
        <ConfirmDialog
          title={t('confirmTitle')}
          text={t('confirmText', { name: chosen.name, price: formatMoney(chosen.value) })}
          confirmLabel={t('words:confirm')}
          isDangerous={false}
          onConfirm={async () => {
            await choosePlan(companyId, chosen.id)
            notify.success(t('planChanged'))
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
