// The calendar by hours, for one day or several: a cell an hour, opened where people work.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '#platform/device/clock.ts'
import { formatCalendar, formatClock } from '#platform/text/format.ts'
import { schedulesByStart, useDropTargets, type CalendarBoardProps } from './calendar-board.ts'
import { shownAt, today } from '#platform/session/company-clock.ts'
import { ScheduleChip } from './ScheduleChip.tsx'
import classes from './schedules.module.css'

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
/** The first hour that is in view at the start. */
const opening = '07'

export function HoursGrid({ days, schedules, actions, onAdd, onDay, ...drop }: CalendarBoardProps) {
  const { t } = useTranslation('schedules')
  const placeProps = useDropTargets(drop)
  const frame = useRef<HTMLDivElement>(null)
  const first = useRef<HTMLTableRowElement>(null)
  const byHour = schedulesByStart(schedules, 'hour')
  const now = shownAt(useNow()).slice(0, 13)
  const isOne = days.length === 1
  useEffect(() => {
    const head = frame.current?.querySelector('thead')?.clientHeight ?? 0
    if (first.current) frame.current?.scrollTo({ top: first.current.offsetTop - head })
  }, [])
  return (
    <div ref={frame} className={classes['hours']} tabIndex={0} role="region" aria-label={t('calendar')}>
      <table data-one={isOne || undefined}>
        <thead>
          <tr>
            <th scope="col" className={classes['corner']}>
              <span className={classes['hidden']}>{t('hour')}</span>
            </th>
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === today() || undefined}>
                <button type="button" className={classes['dayHead']} disabled={isOne} onClick={() => onDay(day)}>
                  {formatCalendar(day, { weekday: isOne ? 'long' : 'short' })} {Number(day.slice(8))}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour} ref={hour === opening ? first : undefined}>
              <th scope="row" className="g-numbers">
                {formatClock(`${hour}:00`)}
              </th>
              {days.map((day) => {
                const place = `${day}T${hour}`
                return (
                  <td
                    key={day}
                    data-now={place === now || undefined}
                    {...placeProps(place, ({ sendAt }) => place + shownAt(sendAt).slice(13))}
                    onClick={(event) => event.target === event.currentTarget && onAdd(`${place}:00`)}
                  >
                    {byHour.get(place)?.map((schedule) => (
                      <ScheduleChip key={schedule.id} schedule={schedule} actions={actions} isRoomy={isOne} />
                    ))}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
