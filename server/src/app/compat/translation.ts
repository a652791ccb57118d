// What a translation is: an answer or an event of the contract as clients of another make read it.
import type { Endpoint, EndpointResult } from '@guiche/shared/kernel/endpoint.ts'
import type { ReceivedPayload, WireEvent } from '@guiche/shared/kernel/wire-event.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { WireMessage } from '#platform/events/domain-event.ts'
import type { Reader } from '#platform/text/translator.ts'

/** Where and for whom something is translated. */
export interface Setting {
  ctx: Ctx
  reader: Reader
  /** Of the call, as it was read; undefined where the endpoint has none. */
  query: unknown
}

export interface AnswerTranslation {
  endpoint: Endpoint
  translate(answer: unknown, setting: Setting): unknown
}

/** Translates what an endpoint answers. */
export const answerOf = <E extends Endpoint>(
  endpoint: E,
  translate: (answer: EndpointResult<E>, setting: Setting) => unknown
): AnswerTranslation => ({ endpoint, translate: translate })

type Messages = WireMessage[] | Promise<WireMessage[]>

export interface EventTranslation {
  event: WireEvent
  translate(ctx: Ctx, message: WireMessage): Messages
}

/** Translates an event; what is sent in its place may have other names, and be none or several. */
export const eventOf = <E extends WireEvent>(
  event: E,
  translate: (ctx: Ctx, message: WireMessage & { payload: ReceivedPayload<E> }) => Messages
): EventTranslation => ({ event, translate: translate })
