// The two charts: who finished or serves how many tickets, and how many were begun on each day.
import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatCalendar, formatNumber } from '#platform/text/format.ts'
import { BarChart } from '#ui/charts/BarChart.tsx'
import { ChartCard } from '#ui/charts/ChartCard.tsx'
import { ColumnChart, type Column } from '#ui/charts/ColumnChart.tsx'
import { reloadDashboard, useDashboard } from './dashboard.store.ts'

function TicketsOfUsers() {
  const { t } = useTranslation('home')
  const { data, ...part } = useDashboard((state) => state.users)
  const bars = (data?.data ?? []).map(({ nome, quantidade }) => ({
    name: nome === '' ? t('formerUsers') : nome,
    value: quantidade
  }))
  const count = data?.count ?? 0
  const title = t('byUser')
  return (
    <ChartCard
      {...part}
      title={title}
      text={t('byUserText', { count, formatted: formatNumber(count) })}
      head={[t('attendant'), t('tickets')]}
      rows={bars.map(({ name, value }) => [name, value])}
      onRetry={reloadDashboard}
      emptyText={t('nothingInPeriod')}
    >
      <BarChart label={title} bars={bars} unit={t('tickets')} more={(more) => t('moreUsers', { count: more })} />
    </ChartCard>
  )
}

/** The server writes days as 27/11/2026; people read them as their country does. */
function dayOf(written: string): Pick<Column, 'label' | 'title'> {
  const day = written.split('/').reverse().join('-')
  const short = { day: '2-digit', month: '2-digit' } as const
  return { label: formatCalendar(day, short), title: formatCalendar(day, { ...short, year: 'numeric' }) }
}

function TicketsOfDays() {
  const { t } = useTranslation('home')
  const { data, ...part } = useDashboard((state) => state.days)
  const isOneDay = data !== null && data.data.every((row) => 'horario' in row)
  const columns: Column[] = (data?.data ?? []).map((row) =>
    'horario' in row
      ? { label: `${row.horario} h`, title: t('atHour', { hour: row.horario }), value: row.total }
      : { ...dayOf(row.data), value: row.total }
  )
  const count = data?.count ?? 0
  const title = t(isOneDay ? 'byHour' : 'byDay')
  return (
    <ChartCard
      {...part}
      title={title}
      text={t('byDayText', { count, formatted: formatNumber(count) })}
      head={[t(isOneDay ? 'hour' : 'day'), t('tickets')]}
      rows={columns.map((column) => [column.title, column.value])}
      onRetry={reloadDashboard}
      emptyText={t('nothingInPeriod')}
    >
      <ColumnChart label={title} columns={columns} unit={t('tickets')} axis={t(isOneDay ? 'hour' : 'day')} />
    </ChartCard>
  )
}

export function DashboardCharts() {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
      <TicketsOfDays />
      <TicketsOfUsers />
    </SimpleGrid>
  )
}
