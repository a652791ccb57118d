// The calendar of scheduled messages: five views, arrows, and dragging a message to another time.
import { useState } from 'react'
import { Button, Group, SegmentedControl, Select, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import { formatCalendar, formatCalendarSpan, formatClock, formatZone } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { AgendaList } from './AgendaList.tsx'
import { calendarViews, shiftDay, type CalendarView } from './calendar-days.ts'
import { companyZone, shownAt, today } from '#platform/session/company-clock.ts'
import { HoursGrid } from './HoursGrid.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { moveSchedule, useCalendar } from './schedules.store.ts'
import classes from './schedules.module.css'

interface ScheduleCalendarProps {
  view: CalendarView
  /** A day that is shown. */
  day: string
  days: string[]
  onShow: (view: CalendarView, day: string) => void
  onOpen: (schedule: Schedule) => void
  onDelete: (schedule: Schedule) => void
  onAdd: (shown: string) => void
}

const isView = (text: string | null): text is CalendarView => calendarViews.some((view) => view === text)

function titleOf(view: CalendarView, day: string, days: string[]): string {
  if (view === 'month') return formatCalendar(day, { month: 'long', year: 'numeric' })
  if (view === 'day') return formatCalendar(day, { dateStyle: 'long' })
  return formatCalendarSpan(days[0] ?? day, days.at(-1) ?? day)
}

function Head({ view, day, days, onShow }: Pick<ScheduleCalendarProps, 'view' | 'day' | 'days' | 'onShow'>) {
  const { t } = useTranslation('schedules')
  const isNarrow = useMediaQuery('(max-width: 719.98px)', undefined, { getInitialValueInEffect: false })
  const views = calendarViews.map((value) => ({ value, label: t(`view_${value}`) }))
  const choose = (value: string | null) => isView(value) && onShow(value, day)
  return (
    <Group justify="space-between" gap="xs" mb="sm">
      <Group gap={4} wrap="nowrap">
        <Button variant="default" size="compact-md" fz="sm" flex="none" onClick={() => onShow(view, today())}>
          {t('today')}
        </Button>
        <IconButton
          label={t('previous')}
          icon={IconChevronLeft}
          onClick={() => onShow(view, shiftDay(view, day, -1))}
        />
        <IconButton label={t('next')} icon={IconChevronRight} onClick={() => onShow(view, shiftDay(view, day, 1))} />
        <Text component="h2" fw={600} className={classes['title'] ?? ''} aria-live="polite">
          {titleOf(view, day, days)}
        </Text>
      </Group>
      {isNarrow ? (
        <Select aria-label={t('view')} data={views} value={view} allowDeselect={false} w={140} onChange={choose} />
      ) : (
        <SegmentedControl aria-label={t('view')} size="xs" data={views} value={view} onChange={choose} />
      )}
    </Group>
  )
}

export function ScheduleCalendar(props: ScheduleCalendarProps) {
  const { view, day, days, onShow, onOpen, onDelete, onAdd } = props
  const { t } = useTranslation('schedules')
  const schedules = useCalendar(({ items }) => items)
  const [dragged, setDragged] = useState<Schedule | null>(null)
  const actions = { onOpen, onDelete, onDrag: setDragged }
  const drop = (schedule: Schedule, shown: string) => {
    setDragged(null)
    if (shownAt(schedule.sendAt) === shown) return
    const moment = `${formatCalendar(shown.slice(0, 10), { dateStyle: 'short' })} ${formatClock(shown.slice(11))}`
    moveSchedule(schedule, shown).then(() => notify.success(t('moved', { moment })), notify.error)
  }
  const board = {
    ...{ days, schedules, actions, dragged, onAdd },
    onDrop: drop,
    onDay: (to: string) => onShow('day', to)
  }
  return (
    <div>
      <Head view={view} day={day} days={days} onShow={onShow} />
      {view === 'month' ? (
        <MonthGrid {...board} month={day.slice(0, 7)} />
      ) : view === 'agenda' ? (
        <AgendaList days={days} schedules={schedules} actions={actions} />
      ) : (
        <HoursGrid key={view} {...board} />
      )}
      <Text size="xs" c="dimmed" mt="xs">
        {t('zone', { zone: formatZone(companyZone()) })}
      </Text>
    </div>
  )
}
