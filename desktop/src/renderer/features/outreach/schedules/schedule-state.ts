// What may still be done with a scheduled message, and why one did not go out.
import i18next from 'i18next'
import type { Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import { errorText } from '#platform/net/error-text.ts'

/** One that was sent cannot be saved again. */
export const isSavable = ({ sentAt, status }: Schedule): boolean => sentAt === null && status !== 'ENVIADA'

/** Reasons come from outside, so their keys cannot be checked while compiling. */
const textOf = i18next.t as (key: string) => string

/** Why it did not go out, in the person's language; null when nothing is known. */
export function failureText({ failure }: Schedule): string | null {
  if (failure === null) return null
  const key = `messages:failure_${failure}`
  return i18next.exists(key) ? textOf(key) : errorText(failure)
}
