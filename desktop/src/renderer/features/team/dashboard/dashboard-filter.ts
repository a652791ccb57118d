// The period of the dashboard: so many days up to today, or dates; days are those of the company's time zone.

/** `days` null: the dates count. */
export interface DashboardFilter {
  days: number | null
  from: string
  to: string
}

const dayMs = 86_400_000

const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date())

/** What the dashboard starts with. */
export function monthUntilToday(timeZone: string): DashboardFilter {
  const today = todayIn(timeZone)
  return { days: null, from: `${today.slice(0, 8)}01`, to: today }
}

/** The last `days` days, today among them. */
export function daysUntilToday(days: number, timeZone: string): DashboardFilter {
  const today = todayIn(timeZone)
  const from = new Date(Date.parse(`${today}T00:00:00Z`) - (days - 1) * dayMs).toISOString().slice(0, 10)
  return { days, from, to: today }
}

/** First and last day; a number of days is counted from today, also when the filter was chosen yesterday. */
export const datesOf = (filter: DashboardFilter, timeZone: string): { from: string; to: string } =>
  filter.days === null ? filter : daysUntilToday(filter.days, timeZone)
