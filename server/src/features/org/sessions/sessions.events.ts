// Events of logins.
import type { LoginOrigin } from '@guiche/shared/features/org/auth.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

export interface SessionsEnded {
  companyId: number
  userId: number
  sessionIds: string[]
}

/** Logins are over; their sockets go. */
export const sessionsEnded = domainEvent<SessionsEnded>('sessions ended')

/** A newer login ended the others; `sessionId` is the one that stays. */
export const sessionTakenOver = domainEvent<{
  companyId: number
  userId: number
  email: string
  sessionId: string
  origin: LoginOrigin
}>('session taken over')
