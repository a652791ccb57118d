// Retries of both sides: a customer who cannot read a message asks for it again, and so may the desk.
import type { BinaryNode } from '@whiskeysockets/baileys'
import { deliver } from '../delivery/delivery.ts'
import { bundleIn, keyNodes } from '../wire/bundle-nodes.ts'
import { makeBundle } from '../signal/handset.ts'
import { encryptStanza, oneByOne, newChatMessage } from './inbound.ts'
import type { Chat, Conversation, Customer, Device, Phone, SentContent, SimulatorState } from '../model.ts'
import { bigEndian, child, node, seconds } from '../wire/wire.ts'
import { accountOf, changed, deviceName, jidOf } from '../simulator-state.ts'

const MOST_RETRIES = 5

/** Order a customer's handset to claim that it cannot read the next messages. */
export function orderRetries(state: SimulatorState, customer: Customer, times: number): void {
  state.faults.retries.set(customer.number, times)
}

/** Takes one order for this copy, if there is one. */
export function retryWanted(state: SimulatorState, customer: Customer): boolean {
  const left = state.faults.retries.get(customer.number) ?? 0
  if (left > 0) state.faults.retries.set(customer.number, left - 1)
  return left > 0
}

/** A customer's handset could not decrypt: note it and ask the sending device for the message again. */
export function askRetry(
  state: SimulatorState,
  { phone, customer, chat }: Conversation,
  device: Device,
  { id, to, omitsKeys }: { id: string; to: string; omitsKeys?: boolean }
): void {
  const { group } = chat
  const known = chat.messages.get(id) ?? chat.changes.get(id)
  const message =
    known ??
    newChatMessage(chat, {
      id,
      from: 'desk',
      customer: chat.customer,
      kind: 'undecryptable',
      at: Date.now(),
      address: to
    })
  message.decryptErrors++
  if (!known) chat.messages.set(id, message)
  changed(state, chat, message)
  if (message.decryptErrors > MOST_RETRIES) return
  const { handset } = customer
  const count = String(message.decryptErrors)
  const content = [
    node('retry', { count, id, t: seconds(Date.now()), v: '1', error: '0' }),
    node('registration', {}, bigEndian(handset.registrationId)),
    ...(omitsKeys ? [] : [node('keys', {}, keyNodes(makeBundle(handset)))])
  ]
  const participant = group && jidOf(customer, 'lid')
  const attrs = { from: group ?? to.replace(/:\d+@/, '@'), participant, type: 'retry', id, t: seconds(Date.now()) }
  deliver(state, phone, device, { node: node('receipt', attrs, content) })
}

/** A customer's handset asks for an old message of the desk again, as one that was restored does. */
export function askAgain(state: SimulatorState, conversation: Conversation, id: string): void {
  const message = conversation.chat.messages.get(id)
  const device = conversation.phone.devices.get(message?.device ?? 0)
  if (message && device) askRetry(state, conversation, device, { id, to: message.address, omitsKeys: true })
}

/** The desk could not decrypt a customer's message: encrypt it anew for that device, same id. */
export async function answerRetry(
  state: SimulatorState,
  phone: Phone,
  device: Device,
  receipt: BinaryNode
): Promise<void> {
  const { id = '' } = receipt.attrs
  const retry = child(receipt, 'retry')
  const count = Number(retry?.attrs.count ?? 1)
  const found = findSent(state, phone, id)
  if (!found || count > MOST_RETRIES) {
    state.log(`retry of ${id}: ${found ? 'too many' : 'not known'}`, phone.number)
    return
  }
  const { chat, sent } = found
  const message = chat.messages.get(id) ?? chat.changes.get(id)
  const author = accountOf(state, receipt.attrs.participant ?? sent.attrs.from)
  const group = state.groups.get(chat.group ?? '')
  const handset = author.customer?.handset ?? phone.handset
  if (message) message.retries++
  state.log(`retry ${count} of ${id}`, phone.number)
  if (group) group.keyHolders.get(handset.name)?.delete(deviceName(phone, device.id))
  await oneByOne(handset, async () => {
    const outgoing = {
      phone,
      chat,
      id,
      at: message?.at ?? Date.now(),
      attrs: sent.attrs,
      handset,
      group,
      broken: sent.broken
    }
    const content = { ...sent, plain: sent.wire ?? sent.plain }
    const stanza = await encryptStanza(outgoing, device, content, { count, bundle: bundleIn(receipt) })
    deliver(state, phone, device, { node: stanza, chat: chat.id, message: id })
  })
}

function findSent(state: SimulatorState, phone: Phone, id: string): { chat: Chat; sent: SentContent } | undefined {
  for (const chat of state.chats.values()) {
    const sent = chat.phone === phone.number ? chat.contents.get(id) : undefined
    if (sent) return { chat, sent }
  }
  return undefined
}
