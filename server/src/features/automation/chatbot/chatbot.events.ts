// Events of the chatbot, and the hook of those who answer instead of it.
import type { QueueOption } from '@guiche/shared/features/automation/chatbot.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { Arrival } from '#features/inbox/messages/messages.events.ts'
import { domainEvent } from '#platform/events/domain-event.ts'
import { hook } from '#platform/events/hooks.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import type { AutoResponder } from './flow/bot-flow.ts'

/** The options of a queue changed; all of them as they are now. */
export const queueOptionsChanged = domainEvent<{ companyId: number; queueId: number; options: QueueOption[] }>(
  'queue options changed'
)

export interface Asked {
  ticket: Ticket
  autoResponder: AutoResponder
  /** The ticket has just come to them. */
  isNew: boolean
  /** Place of the newest message that is not for them. */
  before: number
  /** Place of the newest message that is for them; null when nothing is yet. */
  last: number | null
}

/** Runs in the transaction in which a ticket comes to an AI prompt or an integration, or its customer's words do. */
export const autoResponderAsked = hook<[asked: Asked]>('auto responder asked')

/**
 * What a higher wing made of a message that answers it: `heard` is not for the bot but for a person; with `over` nothing
 * is wanted any more, and a ticket that waits for its sake alone is closed again.
 */
export type Claims = Map<Arrival['messageId'], 'heard' | 'over'>

/** Runs in the transaction that stores what came in, before the bot hears of it: steps add what answers them to `claims`. */
export const beforeBotAnswers = hook<[ref: ConnectionRef, arrivals: Arrival[], claims: Claims]>('before the bot hears')
