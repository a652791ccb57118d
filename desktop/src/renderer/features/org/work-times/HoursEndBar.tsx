// Warns whoever is signed in that their hours end soon, and that they are signed out then.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { endOfWork } from '@guiche/shared/features/org/work-hours.ts'
import { useNow } from '#platform/device/clock.ts'
import { shownAt } from '#platform/session/company-clock.ts'
import { useUser } from '#platform/session/session.ts'
import { formatClock } from '#platform/text/format.ts'
import classes from './work-times.module.css'

/** Milliseconds before the end. */
const warnFrom = 10 * 60_000

export function HoursEndBar() {
  const { t } = useTranslation('workTimes')
  const { workHours, company } = useUser()
  const now = useNow()
  const end = workHours ? endOfWork(workHours, company.timeZone, new Date(now)) : null
  if (end === null || end.getTime() - now > warnFrom) return null
  return (
    <div className={classes['bar']} role="status">
      <Text size="sm">{t('endsSoon', { time: formatClock(shownAt(end).slice(11)) })}</Text>
    </div>
  )
}
