// Lets what all connections of a company receive at the same time go into the database together, one batch after the other.
import { markStep } from '#platform/message-steps.ts'
import type { ConnectionRef, InboundMessage } from '#platform/whatsapp-port.ts'
import type { Delivery } from './receive-message.ts'

export interface InboundLanes {
  /** Resolves when the messages are stored. Errors: those of storing this connection's messages alone. */
  store(ref: ConnectionRef, batch: InboundMessage[]): Promise<void>
}

interface Waiting extends Delivery {
  resolve: () => void
  reject: (error: unknown) => void
}

/** Messages in one transaction, unless a single delivery has more. */
const mostTogether = 200

const takeTogether = (waiting: Waiting[]): Waiting[] => {
  let count = 0
  const fits = waiting.findIndex(({ batch }, index) => (count += batch.length) > mostTogether && index > 0)
  return waiting.splice(0, fits < 0 ? waiting.length : fits)
}

/**
 * Makes the lanes, one for each company. A transaction for every message would spend most of its time on waiting for
 * the others, since all of them number the company's events; this way the busier it gets, the more go together.
 */
export const createInboundLanes = (
  receive: (companyId: number, deliveries: Delivery[]) => Promise<void>
): InboundLanes => {
  const lanes = new Map<number, Waiting[]>()

  const deliver = async (companyId: number, together: Waiting[]): Promise<void> => {
    const waIds = () => together.flatMap(({ batch }) => batch.map(({ waId }) => waId))
    try {
      markStep('taken', waIds)
      await receive(companyId, together)
      markStep('stored', waIds)
      for (const one of together) one.resolve()
    } catch (error) {
      if (together.length === 1) return together[0]?.reject(error)
      // One connection's impossible message must not keep the others' from being stored.
      for (const one of together) await deliver(companyId, [one])
    }
  }

  const run = async (companyId: number, waiting: Waiting[]): Promise<void> => {
    while (waiting.length > 0) await deliver(companyId, takeTogether(waiting))
    lanes.delete(companyId)
  }

  return {
    store: ({ companyId, connectionId }, batch) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const lane = lanes.get(companyId)
      const delivery = { connectionId, batch, resolve, reject }
      if (lane) lane.push(delivery)
      else {
        const waiting = [delivery]
        lanes.set(companyId, waiting)
        void run(companyId, waiting)
      }
      return promise
    }
  }
}
