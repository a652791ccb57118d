// How clients that do not read the contract are spoken to: the machinery asks, the composition root answers.
import type { Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { contractHeader } from '@guiche/shared/kernel/contract-client.ts'
import type { Actor, ExternalCaller } from '../actor.ts'
import type { WireMessage } from '../events/domain-event.ts'

/** Who reads an answer. */
export interface Reader {
  /** 0 for somebody who has not signed in. */
  companyId: number
  /** The person, where it is one. */
  actor: Actor | null
}

export interface Translator {
  /** An answer of the contract as an older client reads it. `query` as the call was read. */
  answer(endpoint: Endpoint, answer: unknown, call: { reader: Reader; query: unknown }): Promise<unknown>
  /** What sockets of older clients are sent in the place of a message, in this order. */
  messages(message: WireMessage): WireMessage[] | Promise<WireMessage[]>
  /** The access token of a handshake. */
  tokenOf(handshake: { auth: Record<string, unknown>; query: Record<string, unknown> }): string | undefined
  /** Names of rooms that sockets ask for and are in already. */
  joins: readonly string[]
}

/** True when a call says that its answer is read as the contract has it. */
export const readsContract = (headers: Record<string, unknown>): boolean => headers[contractHeader] !== undefined

export function readerOf(caller: Actor | ExternalCaller | undefined): Reader {
  return {
    companyId: caller?.companyId ?? 0,
    actor: caller && 'sessionId' in caller ? caller : null
  }
}
