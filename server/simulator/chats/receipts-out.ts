// Receipts of customers for what the desk sent: delivered, read, played.
import { deliver } from '../delivery/delivery.ts'
import { faultsFor } from '../faults/faults.ts'
import type { Conversation, SimulatorState } from '../model.ts'
import type { ChatMessage } from '../types.ts'
import { node, parseJid, seconds } from '../wire/wire.ts'
import { changed, jidOf } from '../simulator-state.ts'

export type ReceiptType = 'delivered' | 'read' | 'played'

/** Send what was held back. */
export function releaseReceipts(state: SimulatorState): void {
  const waiting = state.faults.held
  state.faults.held = []
  for (const send of waiting) send()
}

/** One receipt of a customer for one or more messages, to every linked device of the phone. */
export function sendReceipt(
  state: SimulatorState,
  conversation: Conversation,
  messages: ChatMessage[],
  type: ReceiptType
): void {
  const { phone, customer, chat } = conversation
  if (faultsFor(state.faults, phone.number).holdReceipts) {
    state.faults.held.push(() => sendReceipt(state, conversation, messages, type))
    return
  }
  const [first, ...others] = messages
  if (!first) return
  const at = Date.now()
  for (const message of messages) {
    message.deliveredAt ??= at
    if (type !== 'delivered') message.readAt ??= at
    if (type === 'played') message.playedAt ??= at
    changed(state, chat, message)
  }
  const sameForm = parseJid(first.address)?.server === 'lid' ? 'lid' : 'pn'
  const from = jidOf(customer, customer.receiptsFrom === 'same' ? sameForm : customer.receiptsFrom)
  const attrs = {
    from: chat.group ?? from,
    participant: chat.group && jidOf(customer, 'lid'),
    id: first.id,
    t: seconds(at),
    type: type === 'delivered' ? undefined : type
  }
  const items = others.map(({ id }) => node('item', { id }))
  const content = items.length ? [node('list', {}, items)] : undefined
  for (const device of phone.devices.values()) deliver(state, phone, device, { node: node('receipt', attrs, content) })
}

/** The receipts a customer's handset sends by itself. */
export function sendReceipts(state: SimulatorState, conversation: Conversation, message: ChatMessage): void {
  const { customer } = conversation
  if (customer.receipts === 'never') return
  sendReceipt(state, conversation, [message], 'delivered')
  if (customer.receipts !== 'read') return
  const read = () => sendReceipt(state, conversation, [message], 'read')
  if (customer.readAfterMs) setTimeout(read, customer.readAfterMs).unref()
  else read()
}
