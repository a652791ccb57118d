// Says which days a search looks through, how many it found there, and leads to what it finds on other days.
import { useEffect, useState } from 'react'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { listSchedules } from '@guiche/shared/features/outreach/schedules.ts'
import { instantOf, shownAt } from '#platform/session/company-clock.ts'
import { formatCalendar, formatCalendarSpan, formatNumber } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { addDays } from './calendar-days.ts'
import { useCalendar } from './schedules.store.ts'

/** What is found on one side of the days that are shown, and the day of the nearest. */
interface Side {
  count: number
  day: string
}

interface Elsewhere {
  before: Side | null
  after: Side | null
}

/** The latest comes first in every page. */
async function findBefore(searchParam: string, from: string): Promise<Side | null> {
  const { schedules, count } = await call(listSchedules, {
    query: { searchParam, pageNumber: 1, dateEnd: instantOf(from) }
  })
  const [nearest] = schedules
  return nearest ? { count, day: shownAt(nearest.sendAt).slice(0, 10) } : null
}

async function findAfter(searchParam: string, to: string): Promise<Side | null> {
  const query = { searchParam, dateStart: instantOf(addDays(to, 1)) }
  const first = await call(listSchedules, { query: { ...query, pageNumber: 1 } })
  const pages = first.schedules.length === 0 ? 1 : Math.ceil(first.count / first.schedules.length)
  const { schedules } = pages === 1 ? first : await call(listSchedules, { query: { ...query, pageNumber: pages } })
  const nearest = schedules.at(-1)
  return nearest ? { count: first.count, day: shownAt(nearest.sendAt).slice(0, 10) } : null
}

interface SearchReachProps {
  search: string
  from: string
  to: string
  onDay: (day: string) => void
}

export function SearchReach({ search, from, to, onDay }: SearchReachProps) {
  const { t } = useTranslation('schedules')
  const { items, phase } = useCalendar()
  const [elsewhere, setElsewhere] = useState<Elsewhere | 'failed' | null>(null)
  // Whatever is said of schedules changes the items: what lies beyond them is asked for again.
  useEffect(() => {
    let isCurrent = true
    Promise.all([findBefore(search, from), findAfter(search, to)]).then(
      ([before, after]) => isCurrent && setElsewhere({ before, after }),
      () => isCurrent && setElsewhere('failed')
    )
    return () => {
      isCurrent = false
    }
  }, [search, from, to, items])
  const found = items.filter(({ sendAt }) => {
    const day = shownAt(sendAt).slice(0, 10)
    return day >= from && day <= to
  }).length
  const days = from === to ? formatCalendar(from, { dateStyle: 'long' }) : formatCalendarSpan(from, to)
  const dayOf = ({ day }: Side) => formatCalendar(day, { day: '2-digit', month: '2-digit', year: 'numeric' })
  const said = (side: Side) => ({ count: side.count, formatted: formatNumber(side.count), day: dayOf(side) })
  const { before, after } = elsewhere === 'failed' || elsewhere === null ? { before: null, after: null } : elsewhere
  return (
    <Group gap="xs" mb="sm" role="status">
      <Text size="sm">
        {t('searchDays', { days })}
        {phase === 'ready' && ` ${t('searchFound', { count: found, formatted: formatNumber(found) })}`}
        {elsewhere === 'failed' && ` ${t('searchFailed')}`}
        {elsewhere !== null &&
          elsewhere !== 'failed' &&
          !before &&
          !after &&
          ` ${t(found > 0 ? 'searchOnly' : 'searchNowhere')}`}
      </Text>
      {before && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconArrowLeft size={14} />}
          onClick={() => onDay(before.day)}
        >
          {t('searchBefore', said(before))}
        </Button>
      )}
      {after && (
        <Button
          size="compact-sm"
          variant="light"
          rightSection={<IconArrowRight size={14} />}
          onClick={() => onDay(after.day)}
        >
          {t('searchAfter', said(after))}
        </Button>
      )}
    </Group>
  )
}
