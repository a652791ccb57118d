// A realtime event as one value: its channel name per company and the schema of its payload.
import type { z } from 'zod'

export interface WireEvent<S extends z.ZodType = z.ZodType> {
  /** Socket.IO event name for a company, spelled as the specification spells it. */
  channel: (companyId: number) => string
  payload: S
}

/** Declares a realtime event; `seq` is added to every logged payload on its way out. */
export function wireEvent<S extends z.ZodType>(channel: (companyId: number) => string, payload: S): WireEvent<S> {
  return {
    channel,
    payload
  }
}

export type WirePayload<E extends WireEvent> = z.input<E['payload']>
/** What a listener receives: the payload and, for logged events, its place in the company's order. */
export type ReceivedPayload<E extends WireEvent> = z.output<E['payload']> & { seq?: number }
