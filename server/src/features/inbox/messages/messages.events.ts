// Events of messages.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { domainEvent } from '#platform/domain-event.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'

/** A message is new in its ticket, ours or a customer's. */
export const messageStored = domainEvent<{ message: Message; ticket: Ticket }>('message stored')
/** A message changed: receipt, edit, deletion, reaction, file fetched, failure. */
export const messageChanged = domainEvent<{ message: Message; ticket: Ticket }>('message changed')
/** There is new work for a connection's session. */
export const outboxFilled = domainEvent<ConnectionRef>('outbox filled')
