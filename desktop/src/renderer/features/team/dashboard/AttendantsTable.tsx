// Who of the team finished how many tickets in the period, how long they took, and what customers thought of it.
import type { ReactNode } from 'react'
import { Anchor, Group, Text, Title } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { TicketMoment } from '@guiche/shared/features/inbox/tickets.ts'
import type { Attendant } from '@guiche/shared/features/team/dashboard.ts'
import { formatMinutes, formatNumber } from '#platform/text/format.ts'
import { showTicketsOfPeriod } from '#features/inbox/tickets/list/show-tickets.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import type { Column } from '#ui/tables/column.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { StatusDot } from '#ui/layout/StatusDot.tsx'
import { reloadDashboard, useDashboard } from './dashboard.store.ts'
import classes from './dashboard.module.css'

interface ToTicketsProps {
  attendant: Attendant
  moment: TicketMoment
  /** What the figure says: with nothing, it leads nowhere. */
  times: number | null
  children: ReactNode
}

/** A figure of a person, which leads to the tickets it is of. */
function ToTickets({ attendant: { id, name }, moment, times, children }: ToTicketsProps) {
  const { t } = useTranslation('home')
  const period = useDashboard(({ figures }) => figures.data?.period)
  if (period === undefined || times === 0) return children
  return (
    <Anchor
      component={Link}
      to={pages.tickets}
      c="inherit"
      underline="always"
      title={t('seeTickets', { name })}
      onClick={() => showTicketsOfPeriod({ ...period, moment, times }, [id])}
    >
      {children}
    </Anchor>
  )
}

/** The words of the scale, 1 to 3. */
const ratingKeys = ['rating1', 'rating2', 'rating3'] as const

function Rating({ attendant }: { attendant: Attendant }) {
  const { rating, ratings } = attendant
  const { t } = useTranslation('home')
  if (rating === null) return <Text c="dimmed">{t('noRating')}</Text>
  const word = ratingKeys[Math.max(0, Math.min(2, Math.round(rating) - 1))] ?? 'rating1'
  return (
    <div>
      <Text>
        <span className="g-numbers">{formatNumber(Math.round(rating * 10) / 10)}</span> · {t(word)}
      </Text>
      <Text size="xs" c="dimmed">
        <ToTickets attendant={attendant} moment="rated" times={ratings}>
          {t('ratings', { count: ratings, formatted: formatNumber(ratings) })}
        </ToTickets>
      </Text>
    </div>
  )
}

function Presence({ online }: { online: boolean }) {
  const { t } = useTranslation()
  return (
    <span className={classes['presence']}>
      <StatusDot tone={online ? 'good' : 'off'} />
      {t(online ? 'online' : 'offline')}
    </span>
  )
}

export function AttendantsTable() {
  const { t } = useTranslation('home')
  const { data, phase, error, isStale } = useDashboard((state) => state.figures)
  const supportTime = (attendant: Attendant) => (
    <ToTickets attendant={attendant} moment="served" times={attendant.avgSupportTime === null ? 0 : null}>
      <span className="g-numbers">
        {attendant.avgSupportTime === null ? '–' : formatMinutes(attendant.avgSupportTime)}
      </span>
    </ToTickets>
  )
  const columns: Column<Attendant>[] = [
    {
      key: 'name',
      title: t('attendant'),
      render: ({ name }) => (
        <Group gap="sm" wrap="nowrap">
          <Avatar name={name} size={28} />
          <Text fw={500}>{name}</Text>
        </Group>
      )
    },
    {
      key: 'tickets',
      title: t('finished'),
      align: 'right',
      width: '120px',
      render: (attendant) => (
        <ToTickets attendant={attendant} moment="finished" times={attendant.tickets}>
          <span className="g-numbers">{formatNumber(attendant.tickets)}</span>
        </ToTickets>
      )
    },
    { key: 'time', title: t('avgSupport'), align: 'right', width: '180px', render: supportTime },
    { key: 'rating', title: t('rating'), width: '220px', render: (attendant) => <Rating attendant={attendant} /> },
    { key: 'online', title: t('presence'), width: '120px', render: ({ online }) => <Presence online={online} /> }
  ]
  const stacked = (attendant: Attendant) => (
    <div className={classes['stacked']}>
      <Group gap="sm" wrap="nowrap">
        <Avatar name={attendant.name} size={28} />
        <Text fw={500}>{attendant.name}</Text>
      </Group>
      <Presence online={attendant.online} />
      <Text size="xs" c="dimmed">
        <ToTickets attendant={attendant} moment="finished" times={attendant.tickets}>
          {t('finishedCount', { count: attendant.tickets, formatted: formatNumber(attendant.tickets) })}
        </ToTickets>{' '}
        · {supportTime(attendant)}
      </Text>
      <Rating attendant={attendant} />
    </div>
  )
  return (
    <section className={classes['ofPeriod']} data-stale={isStale || undefined}>
      <Title order={2} mb="xs">
        {t('attendants')}
      </Title>
      <DataTable
        label={t('attendants')}
        columns={columns}
        rows={data?.attendants ?? []}
        rowKey={({ id }) => id}
        phase={phase}
        error={error}
        onRetry={reloadDashboard}
        renderNarrow={stacked}
        empty={{ icon: IconUsers, text: t('noAttendants') }}
      />
    </section>
  )
}
