// Messages of customers on their way to the desk: built, noted in the chat, encrypted for every linked device, queued.
import { proto, type BinaryNode } from '@whiskeysockets/baileys'
import { deliver } from '../delivery/delivery.ts'
import { faultsFor } from '../faults/faults.ts'
import { encryptGroupMessage } from './group-cipher.ts'
import { buildMessage, type BuiltMessage } from './message-builder.ts'
import type {
  Chat,
  Customer,
  Device,
  Group,
  Handset,
  Outgoing,
  Parties,
  SentContent,
  SimulatorState
} from '../model.ts'
import { encryptToDevice, takeBundle } from '../signal/sessions.ts'
import type { ChatMessage, Content, SendOptions } from '../types.ts'
import { newMessageId, node, pad, pnJid, seconds } from '../wire/wire.ts'
import { changed, chatOf, groupOf, jidOf, now, SimulatorError } from '../simulator-state.ts'

// One message of a handset at a time, so that what a customer wrote first also leaves first.
const turns = new WeakMap<Handset, Promise<unknown>>()

export function oneByOne<T>(handset: Handset, work: () => Promise<T>): Promise<T> {
  const result = (turns.get(handset) ?? Promise.resolve()).then(work)
  turns.set(
    handset,
    result.catch(() => undefined)
  )
  return result
}

/** Address attributes of a customer's stanza. */
export function senderAttrs(customer: Customer, group: Group | undefined, form = customer.addressing) {
  const jid = jidOf(customer, form)
  const other = customer.hidesOtherAddress ? undefined : jidOf(customer, form === 'lid' ? 'pn' : 'lid')
  if (!group) return { from: jid, [form === 'lid' ? 'sender_pn' : 'sender_lid']: other }
  const alt = form === 'lid' ? 'participant_pn' : 'participant_lid'
  return { from: group.id, participant: jid, [alt]: other, addressing_mode: form }
}

export function newChatMessage(
  chat: Chat,
  values: Partial<ChatMessage> & Pick<ChatMessage, 'id' | 'from' | 'kind' | 'at'>
): ChatMessage {
  return {
    chat: chat.id,
    phone: chat.phone,
    edits: [],
    reactions: {},
    sends: 0,
    retries: 0,
    deliveries: {},
    decryptErrors: 0,
    field: '',
    address: '',
    ...values
  }
}

function fieldOf(message: proto.IMessage): string {
  return (
    Object.keys(message).find(
      (name) => message[name as keyof proto.IMessage] != null && name !== 'messageContextInfo'
    ) ?? ''
  )
}

/** A customer writes to a phone (or in a group the phone is in). */
export async function sendFromCustomer(
  state: SimulatorState,
  { phone, customer }: Parties,
  content: Content,
  options: SendOptions = {}
): Promise<ChatMessage> {
  const group = options.group ? groupOf(state, options.group) : undefined
  if (group && !group.customers.includes(customer.number)) throw new SimulatorError('the customer is not in this group')
  const chat = chatOf(state, phone, { customer, group })
  const at = options.at ?? now(customer)
  const id = options.id ?? newMessageId()
  const built = buildMessage(state, { phone, customer, chat, at }, content)
  const outgoing: Outgoing = {
    phone,
    chat,
    id,
    at,
    group,
    broken: options.broken !== undefined,
    handset: customer.handset,
    attrs: { ...senderAttrs(customer, group, options.address), notify: customer.name, edit: built.edit }
  }
  const writer = { from: 'customer' as const, customer: customer.number, broken: options.broken === 'always' }
  const shown = note(state, outgoing, built, writer)
  await oneByOne(customer.handset, async () => {
    for (let copy = 0; copy < (options.copies ?? 1); copy++) await dispatch(state, outgoing, built)
  })
  return shown
}

interface Writer extends Pick<ChatMessage, 'from' | 'customer'> {
  /** Spoils every copy. */
  broken?: boolean | undefined
}

/** Notes a message in its chat as it was built; a change to another one is applied to that. */
export function note(
  state: SimulatorState,
  outgoing: Outgoing,
  built: BuiltMessage,
  { broken = false, ...writer }: Writer
) {
  const { chat, id, at } = outgoing
  const changedMessage = built.change?.(chat)
  if (changedMessage) changed(state, chat, changedMessage)
  chat.contents.set(id, {
    plain: Buffer.from(proto.Message.encode(built.message).finish()),
    attrs: outgoing.attrs,
    type: built.type,
    mediatype: built.mediatype,
    broken
  })
  const address = outgoing.attrs.participant ?? outgoing.attrs.recipient ?? outgoing.attrs.from ?? ''
  const values = {
    ...built.shown,
    kind: built.shown?.kind ?? ('unknown' as const),
    field: fieldOf(built.message),
    address
  }
  const message = newChatMessage(chat, { ...values, ...writer, id, at })
  const list = built.shown ? chat.messages : chat.changes
  const known = list.get(id)
  if (known) return known
  list.set(id, message)
  if (built.shown) changed(state, chat, message)
  return message
}

async function dispatch(state: SimulatorState, outgoing: Outgoing, built: BuiltMessage): Promise<void> {
  const twice = faultsFor(state.faults, outgoing.phone.number).duplicateInbound ? 2 : 1
  const plain = Buffer.from(proto.Message.encode(built.message).finish())
  for (let copy = 0; copy < twice; copy++)
    for (const device of outgoing.phone.devices.values()) {
      const stanza = await encryptStanza(outgoing, device, { ...built, plain })
      deliver(state, outgoing.phone, device, { node: stanza, chat: outgoing.chat.id, message: outgoing.id })
    }
}

/** The stanza of a message for one linked device. `retry` = a fresh session and the count of the retry. */
export async function encryptStanza(
  outgoing: Outgoing,
  device: Device,
  { plain, type: kind, mediatype }: Pick<SentContent, 'plain' | 'type' | 'mediatype'>,
  retry?: { count: number; bundle?: Parameters<typeof encryptToDevice>[3] }
): Promise<BinaryNode> {
  const { phone, handset, group, id, at } = outgoing
  const attrs = { v: '2', mediatype, count: retry && String(retry.count) }
  const content: BinaryNode[] = []
  if (group && !retry) content.push(...(await encryptGroupMessage(outgoing, device, plain, attrs)))
  else {
    const bundle = retry ? (retry.bundle ?? takeBundle(device)) : undefined
    const { type, ciphertext } = await encryptToDevice(handset, { phone, device }, pad(plain), bundle)
    content.push(node('enc', { ...attrs, type }, ciphertext))
  }
  if (outgoing.broken) for (const enc of content) enc.content = spoiled(enc.content as Buffer)
  return node('message', { ...outgoing.attrs, type: kind, id, t: seconds(at) }, content)
}

function spoiled(ciphertext: Buffer): Buffer {
  const copy = Buffer.from(ciphertext)
  const last = copy.length - 1
  copy[last] = (copy[last] ?? 0) ^ 0xff
  return copy
}

/** The owner writes to a customer on the phone itself: the linked devices get a copy. */
export async function sendFromHandset(
  state: SimulatorState,
  { phone, customer }: Parties,
  content: Content,
  options: SendOptions = {}
): Promise<ChatMessage> {
  const chat = chatOf(state, phone, { customer })
  const at = options.at ?? Date.now()
  const built = buildMessage(state, { phone, chat, at }, content)
  const form = options.address ?? customer.addressing
  const recipient = jidOf(customer, form)
  const alt = form === 'lid' ? 'peer_recipient_pn' : 'peer_recipient_lid'
  const outgoing: Outgoing = {
    phone,
    chat,
    id: options.id ?? newMessageId(),
    at,
    handset: phone.handset,
    attrs: {
      from: form === 'lid' ? jidOf(phone, 'lid') : pnJid(phone.number),
      recipient,
      [alt]: customer.hidesOtherAddress ? undefined : jidOf(customer, form === 'lid' ? 'pn' : 'lid'),
      edit: built.edit
    }
  }
  const shown = note(state, outgoing, built, { from: 'handset', customer: customer.number })
  const copy: BuiltMessage = {
    ...built,
    message: { deviceSentMessage: { destinationJid: recipient, message: built.message } }
  }
  const sent = chat.contents.get(outgoing.id)
  if (sent) sent.wire = Buffer.from(proto.Message.encode(copy.message).finish())
  await oneByOne(phone.handset, () => dispatch(state, outgoing, copy))
  return shown
}
