// Received messages as the whatsapp room hands them over, for tests of what the desk makes of them.
import { createConnection, type Connection } from '@guiche/shared/features/inbox/connections.ts'
import type { ConnectionRef, InboundContent, InboundMessage, Party } from '#platform/whatsapp-port.ts'
import { unique, type Company } from './factories.ts'

type Stored = Extract<InboundMessage, { type: 'message' }>

/** A connection of a company; no session runs. */
export async function makeConnection(
  company: Company,
  queueIds: number[] = []
): Promise<Connection & { ref: ConnectionRef }> {
  const answer = await company.admin.call(createConnection, {
    // Several queues demand a greeting; without one nobody writes to customers before the test does.
    body: { name: `Linha ${unique()}`, queueIds, greetingMessage: queueIds.length > 1 ? 'Olá!' : '' }
  })
  if (answer.status !== 200) throw new Error(answer.raw.body)
  return { ...answer.body, ref: { companyId: company.id, connectionId: answer.body.id } }
}

export interface Customer {
  number: string
  lid: string
  name: string
}

/** A customer whom nobody knows yet. */
export function newCustomer(): Customer {
  const n = unique()
  return { number: `55119${String(80_000_000 + n)}`, lid: String(900_000_000 + n), name: `Cliente ${n}` }
}

/** How a stanza names the customer: by both addresses, or by one alone. */
export function partyOf(
  { number, lid }: Customer,
  by: 'both' | 'phone' | 'lid' = 'both',
  first: 'phone' | 'lid' = 'lid'
): Party {
  const phone = by === 'lid' ? null : `${number}@s.whatsapp.net`
  const other = by === 'phone' ? null : `${lid}@lid`
  return { address: (first === 'lid' ? (other ?? phone) : (phone ?? other)) ?? '', phone, lid: other, isGroup: false }
}

let count = 0

/** A received text, or other content. */
export function inbound(customer: Customer, content: string | InboundContent, wishes: Partial<Stored> = {}): Stored {
  return {
    type: 'message',
    journalId: null,
    waId: `3A${String(++count).padStart(18, '0')}`,
    chat: partyOf(customer),
    sender: null,
    pushName: customer.name,
    fromMe: false,
    sentAt: new Date(),
    offline: false,
    quotedWaId: null,
    viewOnce: false,
    forwarded: false,
    content: typeof content === 'string' ? { kind: 'text', body: content } : content,
    ...wishes
  }
}
