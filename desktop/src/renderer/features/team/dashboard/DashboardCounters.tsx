// The figures of this moment and those of the period, each in its row of cards, compared with the days before.
import type { ReactNode } from 'react'
import { Paper, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { TicketMoment } from '@guiche/shared/features/inbox/tickets.ts'
import { highestRating, type DashboardFigures, type PeriodFigures } from '@guiche/shared/features/team/dashboard.ts'
import { formatMinutes, formatNumber, formatShare } from '#platform/text/format.ts'
import { showTickets, showTicketsOfPeriod } from '#features/inbox/tickets/list/show-tickets.ts'
import { useDashboard } from './dashboard.store.ts'
import classes from './dashboard.module.css'

interface FigureProps {
  label: string
  hint?: string | undefined
  value: ReactNode
  /** What stands below it. */
  note?: ReactNode
  /** Where a press leads: the list that shows its tickets is brought to the front on the way. */
  onOpen?: () => void
}

function Figure({ label, hint, value, note, onOpen }: FigureProps) {
  const figure = (
    <dl className={classes['figureOf']}>
      <Text component="dt" c="dimmed" title={hint}>
        {label}
      </Text>
      <dd className={classes['figure']}>{value ?? <Skeleton height={28} width={64} my={4} />}</dd>
      <dd className={classes['note']}>{note}</dd>
    </dl>
  )
  return onOpen ? (
    <Paper withBorder radius="lg" className={classes['card']} component={Link} to={pages.tickets} onClick={onOpen}>
      {figure}
    </Paper>
  ) : (
    <Paper withBorder radius="lg" className={classes['card']}>
      {figure}
    </Paper>
  )
}

function Figures({ title, figures }: { title: string; figures: FigureProps[] }) {
  return (
    <section aria-label={title}>
      <h2 className={classes['caption']}>{title}</h2>
      <div className={classes['cards']}>
        {figures.map((figure) => (
          <Figure key={figure.label} {...figure} />
        ))}
      </div>
    </section>
  )
}

interface ChangeProps {
  now: number | null | undefined
  before: number | null | undefined
  /** Which direction is good news; neither where it depends. */
  better?: 'more' | 'less'
  format: (value: number) => string
}

/** Nothing where there is nothing to compare with. */
function Change({ now, before, better, format }: ChangeProps) {
  const { t } = useTranslation('home')
  if (now == null || before == null || before === 0) return null
  const share = (now - before) / before
  const told = t('before', { value: format(before) })
  if (Math.abs(share) < 0.015) return <span title={told}>{t('asBefore')}</span>
  const Arrow = share > 0 ? IconArrowUpRight : IconArrowDownRight
  const isGood = better === undefined ? undefined : share > 0 === (better === 'more')
  return (
    <span className={classes['change']} data-good={isGood} title={told}>
      <Arrow size={14} stroke={2} aria-hidden />
      <VisuallyHidden>{t(share > 0 ? 'moreThanBefore' : 'lessThanBefore')} </VisuallyHidden>
      {formatShare(Math.round(Math.abs(share) * 100) / 100)}
    </span>
  )
}

const count = (value: number | undefined): string | undefined => (value === undefined ? undefined : formatNumber(value))
function time(value: number | null | undefined): string | undefined {
  if (value === undefined) return undefined
  return value === null ? '–' : formatMinutes(value)
}

function RatingFigure({ figures }: { figures: PeriodFigures | undefined }) {
  const { t } = useTranslation('home')
  if (figures === undefined) return undefined
  if (figures.rating === null) return '–'
  return (
    <>
      {formatNumber(Math.round(figures.rating * 10) / 10)}
      <span className={classes['scale']}> {t('ofHighest', { highest: highestRating })}</span>
    </>
  )
}

/** Leads to what happened in the period; nowhere while nothing is known, or where there is nothing. */
function openMoment(data: DashboardFigures | null, moment: TicketMoment, times: number | null, isAny = times !== 0) {
  if (data === null || !isAny) return {}
  const { from, to } = data.period
  return { onOpen: () => showTicketsOfPeriod({ moment, from, to, times }) }
}

function PeriodCounters() {
  const { t } = useTranslation('home')
  const { data, isStale } = useDashboard((state) => state.figures)
  const [now, before] = [data?.ofPeriod, data?.before]
  return (
    <div className={classes['ofPeriod']} data-stale={isStale || undefined}>
      <Figures
        title={t('inPeriod')}
        figures={[
          {
            label: t('finished'),
            value: count(now?.finished),
            note: <Change now={now?.finished} before={before?.finished} format={formatNumber} />,
            ...openMoment(data, 'finished', now?.finished ?? 0)
          },
          {
            label: t('avgSupport'),
            hint: t('avgSupportHint'),
            value: time(now?.avgSupportTime),
            note: (
              <Change now={now?.avgSupportTime} before={before?.avgSupportTime} better="less" format={formatMinutes} />
            ),
            ...openMoment(data, 'served', null, now?.avgSupportTime != null)
          },
          {
            label: t('avgWait'),
            hint: t('avgWaitHint'),
            value: time(now?.avgWaitTime),
            note: <Change now={now?.avgWaitTime} before={before?.avgWaitTime} better="less" format={formatMinutes} />,
            ...openMoment(data, 'accepted', null, now?.avgWaitTime != null)
          },
          {
            label: t('rating'),
            hint: t('ratingHint', { highest: highestRating }),
            value: data && <RatingFigure figures={now} />,
            note:
              now &&
              (now.ratings === 0
                ? t('noRating')
                : t('ratings', { count: now.ratings, formatted: formatNumber(now.ratings) })),
            ...openMoment(data, 'rated', now?.ratings ?? 0)
          },
          ...(now && now.byProgram + (before?.byProgram ?? 0) > 0
            ? [
                {
                  label: t('byProgram'),
                  hint: t('byProgramHint'),
                  value: count(now?.byProgram),
                  note: <Change now={now?.byProgram} before={before?.byProgram} format={formatNumber} />,
                  ...openMoment(data, 'byProgram', now.byProgram)
                }
              ]
            : [])
        ]}
      />
    </div>
  )
}

export function DashboardCounters() {
  const { t } = useTranslation('home')
  const counters = useDashboard((state) => state.figures.data?.counters)
  return (
    <div className={classes['counters']}>
      <Figures
        title={t('now')}
        figures={[
          { label: t('open'), value: count(counters?.supportHappening), onOpen: () => showTickets('attending') },
          { label: t('pending'), value: count(counters?.supportPending), onOpen: () => showTickets('waiting') },
          {
            label: t('unread'),
            value: count(counters?.supportUnread),
            onOpen: () => showTickets('waiting', { onlyUnread: true })
          }
        ]}
      />
      <PeriodCounters />
    </div>
  )
}
