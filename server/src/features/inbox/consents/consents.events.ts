// Events of consents, and the hook of those who write to people unasked.
import type { Consent } from '@guiche/shared/features/inbox/consents.ts'
import type { Actor } from '#platform/actor.ts'
import { domainEvent } from '#platform/events/domain-event.ts'
import { hook } from '#platform/events/hooks.ts'

export const consentRecorded = domainEvent<{ companyId: number; consent: Consent }>('consent recorded')

export interface EnteredConsent {
  actor: Actor
  state: 'given' | 'withdrawn'
  detail: string
  /** Digits; empty where the number is not known. */
  number: string
  name: string
}

/** Runs in the transaction in which somebody of the team enters a consent or its withdrawal; an error of a step refuses it. */
export const consentEntered = hook<[companyId: number, entered: EnteredConsent]>('consent entered')
