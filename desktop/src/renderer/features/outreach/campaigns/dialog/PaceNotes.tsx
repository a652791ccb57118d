// How fast a campaign goes by the company's settings, how long that takes, and what else it depends on.
import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CampaignSettings } from '@guiche/shared/features/outreach/campaigns.ts'
import { useNow } from '#platform/device/clock.ts'
import { shownAt } from '#platform/session/company-clock.ts'
import { formatDateTime, formatNumber } from '#platform/text/format.ts'
import { daysForStrangers, throughAt, timeFor } from '../settings/campaign-pace.ts'
import { useCampaignSettings } from '../settings/campaign-settings.store.ts'
import type { ListSize } from './audience-size.ts'
import type { CampaignValues } from './campaign-values.ts'
import classes from './campaign-dialog.module.css'

const clock = (hours: number): string => `${String(hours).padStart(2, '0')}:00`

function usePaceText(): (settings: CampaignSettings) => string[] {
  const { t } = useTranslation('campaigns')
  return ({ messageInterval, longerIntervalAfter, greaterInterval, sendFrom, sendUntil }) => {
    const pause = (count: number) => t('seconds', { count })
    const longer = Math.max(greaterInterval, messageInterval)
    return [
      messageInterval === 0 ? t('paceNone') : t('paceMean', { pause: pause(messageInterval) }),
      ...(longerIntervalAfter > 0 && longer > messageInterval
        ? [t('paceLonger', { pause: pause(longer), messages: t('afterMessages', { count: longerIntervalAfter }) })]
        : []),
      ...(sendFrom === sendUntil ? [] : [t('paceHours', { from: clock(sendFrom), until: clock(sendUntil) })])
    ]
  }
}

type Plan = Pick<CampaignValues, 'audience' | 'when' | 'scheduledAt' | 'confirmation'>

/** How long a campaign takes, in sentences; the first says the most. */
export function useDurationText(plan: Plan, size: ListSize | null): string[] {
  const { t } = useTranslation('campaigns')
  const settings = useCampaignSettings((state) => state.settings)
  const now = useNow()
  if (plan.audience === 'tag') return [t('takesTag')]
  if (size === null || settings === null) return [t('takesUnknown')]
  const count = size.valid + size.unchecked
  if (count === 0) return [t('stopText_nobody')]
  const isScheduled = plan.when === 'scheduled' && plan.scheduledAt !== ''
  const end = formatDateTime(throughAt(count, isScheduled ? plan.scheduledAt : shownAt(now), settings))
  const days = daysForStrangers(count, settings)
  return [
    t('takesTime', { count, formatted: formatNumber(count), time: timeFor(count, settings) }),
    t(isScheduled ? 'endsAt' : 'endsAtIfNow', { when: end }),
    ...(days !== null && days > 1 ? [t('takesDays', { days: formatNumber(days) })] : []),
    ...(plan.confirmation ? [t('takesAnswers')] : []),
    ...(size.unchecked > 0
      ? [t('takesUnchecked', { count: size.unchecked, formatted: formatNumber(size.unchecked) })]
      : [])
  ]
}

export function PaceNotes({ plan, size }: { plan: Plan; size: ListSize | null }) {
  const { t } = useTranslation('campaigns')
  const settings = useCampaignSettings((state) => state.settings)
  const paceText = usePaceText()
  const [most = '', ...further] = useDurationText(plan, size)
  return (
    <>
      <Stack gap={4} role="group" aria-label={t('duration')} className={classes['notes'] ?? ''}>
        <Text fw={500}>{t('duration')}</Text>
        <Text>{most}</Text>
        {further.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Stack>
      {settings && (
        <Stack gap={4} role="group" aria-label={t('pace')} className={classes['notes'] ?? ''}>
          <Text fw={500}>{t('pace')}</Text>
          {paceText(settings).map((line) => (
            <Text key={line} size="sm">
              {line}
            </Text>
          ))}
          <Text size="xs" c="dimmed">
            {t('paceFrom')}
          </Text>
        </Stack>
      )}
    </>
  )
}
