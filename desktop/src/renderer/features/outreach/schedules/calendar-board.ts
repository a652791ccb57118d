// What the views of the calendar share: messages by day, and dropping one on another place.
import { useState, type DragEvent } from 'react'
import type { Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import type { ChipActions } from './ScheduleChip.tsx'
import { shownAt } from '#platform/session/company-clock.ts'

export interface CalendarBoardProps {
  days: string[]
  schedules: Schedule[]
  actions: ChipActions
  /** The one being dragged; places take no other thing. */
  dragged: Schedule | null
  /** `shown`: the time of the company's clocks that it was dropped on. */
  onDrop: (schedule: Schedule, shown: string) => void
  /** An empty place was chosen. */
  onAdd: (shown: string) => void
  onDay: (day: string) => void
}

/** Messages by what their day (or day and hour) begins with, in their order. */
export const schedulesByStart = (schedules: Schedule[], length: 'day' | 'hour'): Map<string, Schedule[]> =>
  Map.groupBy(schedules, ({ sendAt }) => shownAt(sendAt).slice(0, length === 'day' ? 10 : 13))

/** The place that is pointed at while something is dragged, and the handlers of a place. */
export function useDropTargets({ dragged, onDrop }: Pick<CalendarBoardProps, 'dragged' | 'onDrop'>) {
  const [over, setOver] = useState<string | null>(null)
  const placeProps = (place: string, shownFor: (schedule: Schedule) => string) => ({
    'data-over': (dragged !== null && over === place) || undefined,
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      setOver(place)
    },
    onDragLeave: () => setOver((now) => (now === place ? null : now)),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(null)
      if (dragged !== null) onDrop(dragged, shownFor(dragged))
    }
  })
  return placeProps
}
