// What was said on a phone before: written into its chats, so that it comes as history with the next pairing.
import { note } from './inbound.ts'
import { buildMessage } from './message-builder.ts'
import type { Phone, SimulatorState } from '../model.ts'
import type { ChatMessage, PastMessage } from '../types.ts'
import { newMessageId } from '../wire/wire.ts'
import { chatOf, customerOf, groupOf } from '../simulator-state.ts'

/** Writes messages in the order of the list; linked devices get none of them. */
export function writePast(state: SimulatorState, phone: Phone, past: PastMessage[]): ChatMessage[] {
  return past.map(({ customer: id, group: groupId, from = 'customer', content, at, read, ...wishes }) => {
    const customer = customerOf(state, id)
    const group = groupId === undefined ? undefined : groupOf(state, groupId)
    const chat = chatOf(state, phone, { customer, group })
    const isOwn = from === 'handset'
    const built = buildMessage(state, { phone, ...(isOwn ? {} : { customer }), chat, at }, content)
    const outgoing = { phone, chat, id: wishes.id ?? newMessageId(), at, handset: phone.handset, attrs: {} }
    const writer = { from, customer: customer.number, broken: wishes.unreadable }
    const shown = note(state, outgoing, built, writer)
    if (isOwn) Object.assign(shown, { deliveredAt: at, ...(read ? { readAt: at } : {}) })
    return shown
  })
}
