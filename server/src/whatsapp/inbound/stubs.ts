// Announces messages that could not be decrypted: once each, and in the place of their arrival, which their text takes.
import type { InboundMessage } from '#platform/whatsapp-port.ts'
import type { Own } from '../addresses/addresses.ts'
import { undecryptable } from './normalize-message.ts'

/** Takes the attributes of a stanza that cannot be read. */
export type AnnounceStub = (attrs: Record<string, string>) => void

export interface StubsParts {
  own: () => Own
  now: () => Date
  push: (stub: InboundMessage) => void
}

/** Announced messages that are remembered: Baileys tells of them a second time, after it asked for them again. */
const remembered = 200

/** Of one session. */
export function createStubs({ own, now, push }: StubsParts): AnnounceStub {
  const announced = new Set<string>()
  return (attrs) => {
    const { id = '' } = attrs
    if (announced.has(id)) return
    const stub = undecryptable(attrs, { own: own(), partnerOf: () => null, now: now() })
    if (!stub) return
    announced.add(id)
    if (announced.size > remembered) for (const oldest of announced.keys().take(1)) announced.delete(oldest)
    push(stub)
  }
}
