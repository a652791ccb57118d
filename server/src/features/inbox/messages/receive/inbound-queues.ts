// Lets what all connections of a company receive at the same time go into the database together, one batch after the other.
import { createSerialQueues } from '#platform/work/serial-queues.ts'
import { markStep } from '#platform/events/message-steps.ts'
import type { ConnectionRef, InboundMessage } from '#platform/whatsapp-port.ts'
import type { Delivery } from './receive-message.ts'

export interface InboundQueues {
  /** Resolves when the messages are stored. Errors: those of storing this connection's messages alone. */
  store(ref: ConnectionRef, batch: InboundMessage[]): Promise<void>
}

/** Messages in one transaction, unless a single delivery has more. */
const mostTogether = 200

/** Makes the queues, one for each company: all its transactions number its events, and so wait for each other. */
export function createInboundQueues(
  receive: (companyId: number, deliveries: Delivery[]) => Promise<void>
): InboundQueues {
  const queues = createSerialQueues<Delivery>({
    most: mostTogether,
    weightOf: ({ batch }) => batch.length,
    work: async (companyId, together) => {
      const waIds = () => together.flatMap(({ batch }) => batch.map(({ waId }) => waId))
      markStep('taken', waIds)
      await receive(companyId, together)
      markStep('stored', waIds)
    }
  })
  return { store: ({ companyId, connectionId }, batch) => queues.add(companyId, { connectionId, batch }) }
}
