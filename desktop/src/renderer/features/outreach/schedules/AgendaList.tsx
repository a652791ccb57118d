// The calendar as a list: days that have messages, with their texts.
import { IconCalendarOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import { formatCalendar } from '#platform/text/format.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { schedulesByStart } from './calendar-board.ts'
import { ScheduleChip, type ChipActions } from './ScheduleChip.tsx'
import classes from './schedules.module.css'

interface AgendaListProps {
  days: string[]
  schedules: Schedule[]
  actions: ChipActions
}

export function AgendaList({ days, schedules, actions }: AgendaListProps) {
  const { t } = useTranslation(['schedules', 'words'])
  const byDay = schedulesByStart(schedules, 'day')
  const busy = days.filter((day) => byDay.has(day))
  if (busy.length === 0) {
    return <EmptyState icon={IconCalendarOff} title={t('words:emptyList')} text={t('emptyAgenda')} />
  }
  return (
    <div className={classes['agenda']}>
      {busy.map((day) => (
        <section key={day} aria-label={formatCalendar(day, { weekday: 'long', day: 'numeric', month: 'long' })}>
          <h2>{formatCalendar(day, { weekday: 'long', day: 'numeric', month: 'long' })}</h2>
          {byDay.get(day)?.map((schedule) => (
            <ScheduleChip key={schedule.id} schedule={schedule} actions={actions} isRoomy />
          ))}
        </section>
      ))}
    </div>
  )
}
