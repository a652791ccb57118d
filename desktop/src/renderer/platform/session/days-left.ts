// How long a company is still paid for, as it is told at the login.
import dayjs from 'dayjs'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'

/** Whole days until the company's subscription ends, rounded; null when it has no end. */
export const daysLeft = (user: SessionUser, now = Date.now()): number | null =>
  user.company.dueDate === null ? null : Math.round(dayjs(user.company.dueDate).diff(now, 'day', true))
