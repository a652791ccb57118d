// How far a campaign is: a bar of what became of everybody, and the figures behind it.
import type { ReactNode } from 'react'
import { Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#platform/text/format.ts'
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

export function ReportFigures({ shown }: { shown: ShownCampaign }) {
  const { t } = useTranslation('campaigns')
  const { counts, confirmation, whatsapp, scheduledAt, completedAt } = shown
  return (
    <>
      <Bar shown={shown} />
      <dl className={classes['figures']}>
        <Figure label={t('valid')}>{formatNumber(counts.valid)}</Figure>
        {counts.unchecked > 0 && <Figure label={t('unchecked')}>{formatNumber(counts.unchecked)}</Figure>}
        <Figure label={t('waiting')} tone="off">
          {formatNumber(counts.waiting)}
        </Figure>
        {confirmation && <Figure label={t('asked')}>{formatNumber(counts.asked)}</Figure>}
        {confirmation && <Figure label={t('confirmed')}>{formatNumber(counts.confirmed)}</Figure>}
        <Figure label={t('sent')}>{formatNumber(counts.sent)}</Figure>
        <Figure label={t('delivered')} tone="good">
          {formatNumber(counts.delivered)}
        </Figure>
        <Figure label={t('failed')} tone="bad">
          {formatNumber(counts.failed)}
        </Figure>
        <Figure label={t('skipped')} tone="warn">
          {formatNumber(counts.skipped)}
        </Figure>
        <Figure label={t('whatsapp')}>{whatsapp?.name ?? '–'}</Figure>
        <Figure label={t(shown.contactList ? 'contactList' : 'audience')}>
          <Audience campaign={shown} />
        </Figure>
        <Figure label={t('scheduledAt')}>{campaignMoment(scheduledAt)}</Figure>
        <Figure label={t('completedAt')}>{campaignMoment(completedAt)}</Figure>
      </dl>
    </>
  )
}
