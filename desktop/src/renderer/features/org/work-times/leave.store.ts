// Who is on leave now, in a few words: for lists and for whoever is about to give somebody work.
import { isOnLeave, type Leave } from '@guiche/shared/features/org/work-hours.ts'
import { useNow } from '#platform/device/clock.ts'
import { useUser } from '#platform/session/session.ts'
import { formatDate } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'

/** Until when somebody is on leave, as a sentence; null for whoever is not. */
export function useLeaveText(): (person: { leave?: Leave | null | undefined }) => string | null {
  const { t } = useTranslation('workTimes')
  const { company } = useUser()
  const now = new Date(useNow())
  return ({ leave }) =>
    leave && isOnLeave(leave, company.timeZone, now) ? t('onLeaveUntil', { date: formatDate(leave.until) }) : null
}
