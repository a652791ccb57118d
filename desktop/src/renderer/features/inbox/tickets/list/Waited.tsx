// How long a customer has waited for an answer, on the row of the ticket: the longer, the plainer to see.
import { useNow } from '#platform/device/clock.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'
import classes from './ticket-row.module.css'

/** Minutes from which a wait is long, and from which it is too long. */
const long = 10
const tooLong = 30

const urgencyOf = (minutes: number): 'long' | 'too-long' | undefined =>
  minutes >= tooLong ? 'too-long' : minutes >= long ? 'long' : undefined

export function Waited({ since }: { since: string }) {
  const { t } = useTranslation('tickets')
  const minutes = Math.max(0, Math.floor((useNow() - Date.parse(since)) / 60_000))
  const hours = Math.floor(minutes / 60)
  const [count, unit] =
    minutes < 60
      ? ([minutes, 'Minutes'] as const)
      : hours < 48
        ? ([hours, 'Hours'] as const)
        : ([Math.floor(hours / 24), 'Days'] as const)
  return (
    <time
      className={classes['time']}
      dateTime={since}
      data-waited={urgencyOf(minutes)}
      title={t('waitingFrom', { moment: formatDateTime(since) })}
      aria-label={t(`waited${unit}Said`, { count })}
    >
      {t(`waited${unit}`, { count })}
    </time>
  )
}
