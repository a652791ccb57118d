// The figures of this moment and those of the period, each in its row of cards.
import { Paper, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatMinutes, formatNumber } from '#platform/text/format.ts'
import { useDashboard } from './dashboard.store.ts'
import classes from './dashboard.module.css'

function Figure({ label, hint, value }: { label: string; hint?: string; value: string | undefined }) {
  return (
    <Paper withBorder radius="lg" component="dl" className={classes['card']}>
      <Text component="dt" c="dimmed" title={hint}>
        {label}
      </Text>
      <dd className={classes['figure']}>{value ?? <Skeleton height={28} width={64} my={4} />}</dd>
    </Paper>
  )
}

function Figures({ title, figures }: { title: string; figures: [string, string | undefined, string?][] }) {
  return (
    <section aria-label={title}>
      <h2 className={classes['caption']}>{title}</h2>
      <div className={classes['cards']}>
        {figures.map(([label, value, hint]) => (
          <Figure key={label} label={label} value={value} {...(hint === undefined ? {} : { hint })} />
        ))}
      </div>
    </section>
  )
}

export function DashboardCounters() {
  const { t } = useTranslation('home')
  const { data, isStale } = useDashboard((state) => state.figures)
  const counters = data?.counters
  const count = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value))
  const time = (value: number | null | undefined) =>
    value === undefined ? undefined : value === null ? '–' : formatMinutes(value)
  return (
    <div className={classes['counters']}>
      <Figures
        title={t('now')}
        figures={[
          [t('open'), count(counters?.supportHappening)],
          [t('pending'), count(counters?.supportPending)],
          [t('unread'), count(counters?.supportUnread)]
        ]}
      />
      <div className={classes['ofPeriod']} data-stale={isStale || undefined}>
        <Figures
          title={t('inPeriod')}
          figures={[
            [t('finished'), count(counters?.supportFinished)],
            [t('avgSupport'), time(counters?.avgSupportTime), t('avgSupportHint')],
            [t('avgWait'), time(counters?.avgWaitTime), t('avgWaitHint')]
          ]}
        />
      </div>
    </div>
  )
}
