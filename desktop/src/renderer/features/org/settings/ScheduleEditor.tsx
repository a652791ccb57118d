// The hours of a queue, as its dialog keeps them: the week behind stored rows, and the rows behind the week.
import { useState } from 'react'
import type { ScheduleRow } from '@guiche/shared/features/org/opening-hours.ts'
import { rowsOf, weekOf, wrongDays, type Day, type DayTrouble, type Week, type Weekday } from './week.ts'
import { WeekEditor } from './WeekEditor.tsx'

const noTrouble = new Map<Weekday, DayTrouble>()

export interface EditedSchedule {
  week: Week
  setWeek: (week: Week) => void
  rows: ScheduleRow[]
  isWrong: boolean
  isTouched: boolean
}

/** Where there are no rows the usual week counts, whether anybody looks at it or not. */
export function useSchedule(stored: readonly ScheduleRow[]): EditedSchedule {
  const [first] = useState(() => weekOf(stored))
  const [week, setWeek] = useState(first)
  return { week, setWeek, rows: rowsOf(week), isWrong: wrongDays(week).size > 0, isTouched: week !== first }
}

interface ScheduleEditorProps {
  schedule: EditedSchedule
  /** Whether days that are wrong are marked. */
  isChecked: boolean
  /** Where the kinds of days are called otherwise. */
  kindLabels?: Record<Day['kind'], string>
}

export function ScheduleEditor({ schedule, isChecked, kindLabels }: ScheduleEditorProps) {
  return (
    <WeekEditor
      week={schedule.week}
      wrong={isChecked ? wrongDays(schedule.week) : noTrouble}
      onChange={schedule.setWeek}
      {...(kindLabels && { kindLabels })}
    />
  )
}
