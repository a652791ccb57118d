// The standing of a company: whether it has paid, and what follows from it. Nothing else compares due dates with a clock.

/** Days after the due date in which everything goes on, so that a payment has time to arrive. */
const graceDays = 3
const day = 86_400_000

/** What a standing is read from. Without a due date a company is paid for ever. */
export interface StandingSource {
  /** False for a company that was closed; left out where closed ones are not met. */
  status?: boolean
  dueDate: Date | string | null
}

export interface CompanyStanding {
  state: 'active' | 'grace' | 'expired' | 'closed'
  /** Writing, sending, campaigns, schedules and robots go on; without it a company only reads. */
  isOperating: boolean
  /** The due date is past, in grace and after it. */
  isOverdue: boolean
  /** The last moment (milliseconds since 1970) at which everything goes on; null for never ending. */
  operatesUntil: number | null
}

/** Where a company stands at a moment; the due date itself and the last moment of grace still count. */
export function companyStanding({ status = true, dueDate }: StandingSource, now: Date | number): CompanyStanding {
  const due = dueDate === null ? null : new Date(dueDate).getTime()
  const operatesUntil = due === null ? null : due + graceDays * day
  const time = new Date(now).getTime()
  const isOverdue = due !== null && due < time
  const isExpired = operatesUntil !== null && operatesUntil < time
  const state = !status ? 'closed' : isExpired ? 'expired' : isOverdue ? 'grace' : 'active'
  return { state, isOperating: status && !isExpired, isOverdue, operatesUntil }
}
