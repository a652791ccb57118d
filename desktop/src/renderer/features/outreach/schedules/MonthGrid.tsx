// The calendar by months: a cell a day, the first messages of each, the rest one click away.
import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatCalendar } from '#platform/text/format.ts'
import { schedulesByStart, useDropTargets, type CalendarBoardProps } from './calendar-board.ts'
import { shownAt, today } from '#platform/session/company-clock.ts'
import { ScheduleChip } from './ScheduleChip.tsx'
import classes from './schedules.module.css'

/** Messages of a day that are shown. */
const most = 3
/** Messages are suggested for the morning of an empty day. */
const morning = 'T09:00'

interface MonthGridProps extends CalendarBoardProps {
  /** `YYYY-MM`; days of other months are dimmed. */
  month: string
}

export function MonthGrid({ days, schedules, actions, month, onAdd, onDay, ...drop }: MonthGridProps) {
  const { t } = useTranslation('schedules')
  const placeProps = useDropTargets(drop)
  const byDay = schedulesByStart(schedules, 'day')
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7))
  const now = today()
  return (
    <table className={classes['month']} aria-label={t('calendar')}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={formatCalendar(day, { weekday: 'long' })}>
              {formatCalendar(day, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const all = byDay.get(day) ?? []
              const label = formatCalendar(day, { day: 'numeric', month: 'long' })
              return (
                <td
                  key={day}
                  data-outside={!day.startsWith(month) || undefined}
                  {...placeProps(day, ({ sendAt }) => day + shownAt(sendAt).slice(10))}
                  onClick={(event) => event.target === event.currentTarget && onAdd(day + morning)}
                >
                  <UnstyledButton
                    className={classes['date'] ?? ''}
                    data-today={day === now || undefined}
                    aria-label={t('openDay', { day: label })}
                    aria-current={day === now ? 'date' : undefined}
                    onClick={() => onDay(day)}
                  >
                    {Number(day.slice(8))}
                  </UnstyledButton>
                  {all.slice(0, most).map((schedule) => (
                    <ScheduleChip key={schedule.id} schedule={schedule} actions={actions} />
                  ))}
                  {all.length > most && (
                    <UnstyledButton className={classes['more'] ?? ''} onClick={() => onDay(day)}>
                      {t('more', { count: all.length - most })}
                    </UnstyledButton>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
