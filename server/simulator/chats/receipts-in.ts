// Receipts and acknowledgements of the linked devices: what they have taken, what the desk has read, what it wants again.
import type { BinaryNode } from '@whiskeysockets/baileys'
import { acknowledge } from '../delivery/delivery.ts'
import type { DeviceConnection, SimulatorState } from '../model.ts'
import { onMediaRetry } from './media-retry.ts'
import { answerRetry } from './retries.ts'
import { child, children } from '../wire/wire.ts'
import { accountOf, changed, chatOf } from '../simulator-state.ts'

const acknowledging = new Set([undefined, 'inactive', 'sender', 'peer_msg'])

export function onReceipt(state: SimulatorState, connection: DeviceConnection, receipt: BinaryNode): void {
  const phone = connection.phone
  const device = connection.device
  const { id = '', type } = receipt.attrs
  if (acknowledging.has(type)) return acknowledge(state, device, { tag: 'message', id })
  if (type === 'server-error') return onMediaRetry(state, connection, receipt)
  if (type === 'retry') {
    answerRetry(state, phone, device, receipt).catch((error: Error) =>
      state.log(`retry: ${error.message}`, phone.number)
    )
    return
  }
  if (type === 'read' || type === 'read-self' || type === 'played') {
    const ids = [id, ...children(child(receipt, 'list'), 'item').map((item) => item.attrs.id ?? '')]
    noteRead(state, connection, receipt, ids)
  }
}

function noteRead(state: SimulatorState, connection: DeviceConnection, receipt: BinaryNode, ids: string[]): void {
  const { to = '', type } = receipt.attrs
  const { customer } = accountOf(state, to)
  const group = state.groups.get(to)
  if (!customer && !group) return
  const chat = chatOf(state, connection.phone, { customer, group })
  const at = Date.now()
  for (const id of ids) {
    const message = chat.messages.get(id)
    if (!message) continue
    message.readByDeskAt ??= at
    if (type === 'played') message.playedByDeskAt ??= at
    changed(state, chat, message)
  }
}

/** `ack` of a linked device: for receipts, notifications, calls, and the nack of a message it could not take. */
export function onAck(state: SimulatorState, connection: DeviceConnection, ack: BinaryNode): void {
  const { class: tag = '', id = '', error } = ack.attrs
  acknowledge(state, connection.device, { tag, id }, error)
}
