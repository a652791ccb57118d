// Says whether the hours on the screen are open at this moment, and when they open next.
import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isOpen, nextOpening, type OpeningHours } from '@guiche/shared/features/org/opening-hours.ts'
import { useNow } from '#platform/device/clock.ts'
import { formatWeekMoment } from '#platform/text/format.ts'
import { StatusDot } from '#ui/layout/StatusDot.tsx'

export function OpenNow({ hours }: { hours: OpeningHours }) {
  const { t } = useTranslation('settings')
  const now = new Date(useNow())
  const isNowOpen = isOpen(hours, now)
  const next = nextOpening(hours, now)
  const words = () => {
    if (isNowOpen) return t('nowOpen')
    return next === null ? t('nowClosed') : t('nowClosedUntil', { moment: formatWeekMoment(next, hours.timeZone) })
  }
  return (
    <Group gap={8} wrap="nowrap" role="status">
      <StatusDot tone={isNowOpen ? 'good' : 'off'} />
      <Text fw={500}>{words()}</Text>
    </Group>
  )
}
