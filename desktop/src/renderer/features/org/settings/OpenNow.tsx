// Says whether the hours on the screen are open at this moment, and when they open next.
import { useEffect, useState } from 'react'
import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isOpen, nextOpening, type OpeningHours } from '@guiche/shared/features/org/opening-hours.ts'
import { formatWeekMoment } from '#platform/text/format.ts'
import { StatusDot } from '#ui/layout/StatusDot.tsx'

/** Milliseconds between two looks at the clock. */
const interval = 30_000

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), interval)
    return () => clearInterval(timer)
  }, [])
  return now
}

export function OpenNow({ hours }: { hours: OpeningHours }) {
  const { t } = useTranslation('settings')
  const now = useNow()
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
