// Days of the calendar as `YYYY-MM-DD`, whatever the zone: which a view shows, and where the arrows lead.

export const calendarViews = ['month', 'week', 'work_week', 'day', 'agenda'] as const
export type CalendarView = (typeof calendarViews)[number]

/** Days an agenda shows. */
const agendaDays = 30

const noon = (day: string): Date => new Date(`${day}T12:00:00Z`)
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

export const addDays = (day: string, count: number): string => dayOf(new Date(noon(day).getTime() + count * 86_400_000))

/** The same day of another month, or the last one of a shorter month. */
function addMonths(day: string, count: number): string {
  const date = noon(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), last), 12)))
}

/** Weeks begin on Sunday, as calendars in Brazil do. */
function weekOf(day: string): string[] {
  const sunday = addDays(day, -noon(day).getUTCDay())
  return Array.from({ length: 7 }, (_, index) => addDays(sunday, index))
}

/** Whole weeks around the month of a day. */
function monthOf(day: string): string[] {
  const days: string[] = []
  for (let week = weekOf(`${day.slice(0, 7)}-01`); ; week = weekOf(addDays(week[6] ?? day, 1))) {
    if (days.length > 0 && week[0]?.slice(0, 7) !== day.slice(0, 7)) return days
    days.push(...week)
  }
}

/** The days a view shows around a day. */
export function daysOf(view: CalendarView, day: string): string[] {
  switch (view) {
    case 'month':
      return monthOf(day)
    case 'week':
      return weekOf(day)
    case 'work_week':
      return weekOf(day).slice(1, 6)
    case 'agenda':
      return Array.from({ length: agendaDays }, (_, index) => addDays(day, index))
    default:
      return [day]
  }
}

/** Where an arrow leads. */
export function shiftDay(view: CalendarView, day: string, direction: 1 | -1): string {
  if (view === 'month') return addMonths(day, direction)
  const days = { week: 7, work_week: 7, agenda: agendaDays, day: 1 }[view]
  return addDays(day, direction * days)
}
