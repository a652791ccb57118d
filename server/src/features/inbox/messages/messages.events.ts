// Events of messages, and the hook of those who must hear what comes in.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { domainEvent } from '#platform/events/domain-event.ts'
import { hook } from '#platform/events/hooks.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'

/** A message is new in its ticket, ours or a customer's. */
export const messageStored = domainEvent<{ message: Message; ticket: Ticket }>('message stored')
/** A message changed: receipt, edit, deletion, reaction, file fetched, failure. */
export const messageChanged = domainEvent<{ message: Message; ticket: Ticket }>('message changed')
/** There is new work for a connection's session. */
export const outboxFilled = domainEvent<ConnectionRef>('outbox filled')

/** A message that has just come in. */
export interface Arrival {
  messageId: string
  seq: number
  /** As it was before this batch, except for one that is fresh. */
  ticket: Ticket
  /** The ticket is new or waits again because of this batch. */
  isFresh: boolean
  /** The readable copy of a message that could not be decrypted before; what it says is not given here. */
  isLate: boolean
  /** Written on the own phone, not by the customer. */
  fromMe: boolean
  mediaType: Message['mediaType'] | null
  body: string
}

/** Runs in the transaction that stores what came in; costs nothing where nobody wants to hear of it. */
export const messagesArrived = hook<[ref: ConnectionRef, arrivals: Arrival[]]>('messages arrived')

/** What customers wrote into closed tickets, by ticket; null stands for what is no text. */
export type WrittenIntoClosed = ReadonlyMap<number, (string | null)[]>

/** Runs before closed tickets wait again because of what was written into them; a step adds to `stay` those that do not. */
export const closedWritten = hook<[companyId: number, written: WrittenIntoClosed, stay: Set<number>]>('closed written')
