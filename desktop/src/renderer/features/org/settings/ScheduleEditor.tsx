// The hours of a queue, as its dialog keeps them: the week behind stored rows, and the rows behind the week.
import { useEffect, useState } from 'react'
import type { ScheduleRow } from '@guiche/shared/features/org/opening-hours.ts'
import { rowsOf, weekOf, wrongDays, type DayTrouble, type Weekday } from './week.ts'
import { WeekEditor } from './WeekEditor.tsx'

export interface EditedSchedule {
  rows: ScheduleRow[]
  isWrong: boolean
  isTouched: boolean
}

const none = new Map<Weekday, DayTrouble>()

interface ScheduleEditorProps {
  rows: readonly ScheduleRow[]
  /** Whether days that are wrong are marked. */
  isChecked: boolean
  /** Also called at first: where there were no rows, the usual week counts. */
  onChange: (schedule: EditedSchedule) => void
}

export const ScheduleEditor = ({ rows, isChecked, onChange }: ScheduleEditorProps) => {
  const [first] = useState(() => weekOf(rows))
  const [week, setWeek] = useState(first)
  const wrong = wrongDays(week)
  const isWrong = wrong.size > 0
  useEffect(
    () => onChange({ rows: rowsOf(week), isWrong, isTouched: week !== first }),
    [week, first, isWrong, onChange]
  )
  return <WeekEditor week={week} wrong={isChecked ? wrong : none} onChange={setWeek} />
}
