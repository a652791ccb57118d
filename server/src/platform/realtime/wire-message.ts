// What people see of a domain event, as a message: the payload is cut to what its wire event declares.
import type { WireEvent, WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { WireMessage } from '#platform/events/domain-event.ts'

interface Audience {
  companyId: number
  rooms: string[]
  except?: string[]
}

/** Builds the message of a wire event for its audience; used by every `*.realtime.ts`. */
export function wireMessage<E extends WireEvent>(event: E, audience: Audience, payload: WirePayload<E>): WireMessage {
  return {
    ...audience,
    name: event.channel(audience.companyId),
    payload: event.payload.parse(payload) as object
  }
}
