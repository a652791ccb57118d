// What a dearer plan costs for the rest of the time that is paid already: by days of the billing calendar, to the cent.
import { calendarDay, monthsLater } from '@guiche/shared/features/org/due-dates.ts'

interface PaidRemainder {
  /** Whole months, counted back from the due date. */
  months: number
  /** Days of the month that has begun; today is over and costs nothing. */
  days: number
  /** Days of that month. */
  monthDays: number
}

/** The paid time after today, null when none is left; the same all day long. */
function paidRemainder(dueDate: Date, now: Date): PaidRemainder | null {
  const [due, today] = [calendarDay(dueDate), calendarDay(now)]
  if (due.number <= today.number) return null
  const guess = (due.year - today.year) * 12 + due.month - today.month
  const startOf = (months: number) => calendarDay(monthsLater(dueDate, -months)).number
  const months = startOf(guess) >= today.number ? guess : guess - 1
  return { months, days: startOf(months) - today.number, monthDays: startOf(months) - startOf(months + 1) }
}

/** Cents of so many a month from today to the due date, half a cent up; null when no paid time is left. */
function centsOfRest(perMonth: number, dueDate: Date, now: Date): number | null {
  const rest = paidRemainder(dueDate, now)
  if (rest === null) return null
  const shares = perMonth * (rest.months * rest.monthDays + rest.days)
  return Math.floor((2 * shares + rest.monthDays) / (2 * rest.monthDays))
}

interface PlanPrices {
  /** Monthly prices in reais. */
  from: number
  to: number
  dueDate: Date
  now: Date
}

/**
 * Reais from today to the due date for a plan of another price: months cost the difference of the two, a begun month the
 * share of its days that are left. Rounded once, half a cent up, and a cent at least; null when no paid time is left.
 */
export function planDifference({ from, to, dueDate, now }: PlanPrices): number | null {
  const cents = centsOfRest(Math.round(to * 100) - Math.round(from * 100), dueDate, now)
  return cents === null ? null : Math.max(1, cents) / 100
}

/**
 * Cents that extras of another price cost until the due date, by the same days: below zero for what costs less. Taken back
 * on the same day they cost nothing.
 */
export function extrasDifference({ from, to, dueDate, now }: PlanPrices): number {
  const perMonth = Math.round(to * 100) - Math.round(from * 100)
  const cents = centsOfRest(Math.abs(perMonth), dueDate, now) ?? 0
  return perMonth < 0 ? -cents : cents
}
