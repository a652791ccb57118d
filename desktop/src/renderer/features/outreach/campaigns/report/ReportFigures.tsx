// How far a campaign is: a bar of what became of everybody, how many got how far, and apart from that what it is.
import type { CSSProperties, ReactNode } from 'react'
import { Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatShare } from '#platform/text/format.ts'
import { StatusDot, type StatusTone } from '#ui/layout/StatusDot.tsx'
import { Audience } from '../list/Audience.tsx'
import { campaignMoment } from '../list/campaign-moment.ts'
import { timeFor } from '../settings/campaign-pace.ts'
import type { ShownCampaign } from './campaign-report.store.ts'
import { useCampaignSettings } from '../settings/campaign-settings.store.ts'
import classes from '../campaigns.module.css'

function Figure({ label, tone, children }: { label: string; tone?: StatusTone; children: ReactNode }) {
  return (
    <div className={classes['figure']}>
      <dt>
        {tone && <StatusDot tone={tone} />}
        {label}
      </dt>
      <dd className="g-numbers">{children}</dd>
    </div>
  )
}

function Bar({ shown: { counts, status } }: { shown: ShownCampaign }) {
  const { t } = useTranslation('campaigns')
  const settings = useCampaignSettings((state) => state.settings)
  const { valid, delivered, sent, failed, waiting } = counts
  const percent = (count: number) => (valid === 0 ? 0 : (count / valid) * 100)
  const done = percent(delivered)
  // Whoever is not on WhatsApp has failed and is no valid contact: the bar ends at its end all the same.
  const onTheWay = Math.min(100 - done, percent(Math.max(0, sent - delivered)))
  const lost = Math.min(100 - done - onTheWay, valid === 0 && failed > 0 ? 100 : percent(failed))
  const label = t('deliveredOf', { delivered: formatNumber(delivered), valid: formatNumber(valid) })
  return (
    <div className={classes['progress']}>
      <Group justify="space-between" gap="xs">
        <Text fw={500}>{label}</Text>
        <Text fw={600} className="g-numbers">
          {`${formatNumber(Math.floor(done))}%`}
        </Text>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section value={done} color="green" aria-label={label} />
        <Progress.Section value={onTheWay} color="petrol" withAria={false} />
        <Progress.Section value={lost} color="red" withAria={false} />
      </Progress.Root>
      {status === 'EM_ANDAMENTO' && waiting > 0 && settings && (
        <Text size="xs" c="dimmed">
          {t('left', { time: timeFor(waiting, settings) })}
        </Text>
      )}
    </div>
  )
}

interface FunnelStep {
  label: string
  count: number
}

/** How many of all got how far: each step with its share of those who can be reached. */
function Funnel({ steps, all }: { steps: FunnelStep[]; all: number }) {
  const { t } = useTranslation('campaigns')
  return (
    <table className={classes['funnel']} aria-label={t('funnel')}>
      <thead>
        <tr>
          <th scope="col">{t('step')}</th>
          <th scope="col">{t('people')}</th>
          <th scope="col">{t('share')}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ label, count }) => {
          const share = all === 0 ? 0 : Math.min(1, count / all)
          return (
            <tr key={label} style={{ '--share': share } as CSSProperties}>
              <th scope="row">{label}</th>
              <td className="g-numbers">{formatNumber(count)}</td>
              <td className="g-numbers">{formatShare(Math.round(share * 100) / 100)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

export function ReportFigures({ shown }: { shown: ShownCampaign }) {
  const { t } = useTranslation('campaigns')
  const { counts, confirmation, whatsapp, scheduledAt, completedAt } = shown
  const steps: FunnelStep[] = [
    { label: t('valid'), count: counts.valid },
    ...(confirmation
      ? [
          { label: t('asked'), count: counts.asked },
          { label: t('confirmed'), count: counts.confirmed }
        ]
      : []),
    { label: t('sent'), count: counts.sent },
    { label: t('delivered'), count: counts.delivered },
    { label: t('read'), count: counts.read },
    { label: t('answered'), count: counts.answered }
  ]
  return (
    <>
      <Bar shown={shown} />
      <div className={classes['reportParts']}>
        <Funnel steps={steps} all={counts.valid} />
        <div className={classes['aside']}>
          <dl className={classes['figures']}>
            {counts.unchecked > 0 && <Figure label={t('unchecked')}>{formatNumber(counts.unchecked)}</Figure>}
            <Figure label={t('waiting')} tone="off">
              {formatNumber(counts.waiting)}
            </Figure>
            <Figure label={t('failed')} tone="bad">
              {formatNumber(counts.failed)}
            </Figure>
            <Figure label={t('skipped')} tone="warn">
              {formatNumber(counts.skipped)}
            </Figure>
          </dl>
          <dl className={classes['facts']}>
            <dt>{t('whatsapp')}</dt>
            <dd>{whatsapp?.name ?? '–'}</dd>
            <dt>{t(shown.contactList ? 'contactList' : 'audience')}</dt>
            <dd>
              <Audience campaign={shown} />
            </dd>
            <dt>{t('scheduledAt')}</dt>
            <dd className="g-numbers">{campaignMoment(scheduledAt)}</dd>
            <dt>{t('completedAt')}</dt>
            <dd className="g-numbers">{campaignMoment(completedAt)}</dd>
          </dl>
        </div>
      </div>
    </>
  )
}
