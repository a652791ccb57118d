// What a customer reads of a scheduled message, as far as it is known before it is sent.
import { useCallback } from 'react'
import { fillVariables } from '@guiche/shared/features/inbox/message-variables.ts'
import type { Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import { holdsHiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'
import { companyFacts } from '#platform/session/company-facts.ts'
import { useUser } from '#platform/session/session.ts'

const known = (text: string): string => (holdsHiddenNumber(text) ? '' : text)

/** Fills in who it is for, who wrote it and when it goes; queue, connection and ticket are known only then and stay as they are. */
export function useScheduleText(): (schedule: Schedule) => string {
  const { company } = useUser()
  return useCallback(
    ({ body, contact, user, sendAt, sentAt }) => {
      const facts = {
        ...companyFacts(company),
        now: new Date(sentAt ?? sendAt),
        contact: { ...contact, name: known(contact.name), number: known(contact.number) },
        user: user?.name ?? null
      }
      return fillVariables(body, facts, { keepsUnknown: true })
    },
    [company]
  )
}
