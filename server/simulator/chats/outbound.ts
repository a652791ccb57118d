// Messages of the desk: acknowledged or refused, decrypted for every recipient, noted in the chats, answered with receipts.
import { proto, type BinaryNode } from '@whiskeysockets/baileys'
import { relayToCompanion } from '../accounts/companions.ts'
import { faultsFor, refusalFor } from '../faults/faults.ts'
import { decryptGroupMessage, learnSenderKey } from './group-cipher.ts'
import type { CipherType } from '../signal/handset.ts'
import { newChatMessage } from './inbound.ts'
import type { Chat, Conversation, DeviceConnection, Handset, SimulatorState } from '../model.ts'
import { decodeOutbound } from './outbound-decoder.ts'
import { sendReceipts } from './receipts-out.ts'
import { askRetry, retryWanted } from './retries.ts'
import { decryptFrom } from '../signal/handset.ts'
import { bytesOf, child, children, node, seconds, unpad } from '../wire/wire.ts'
import { accountOf, changed, chatOf, deviceName } from '../simulator-state.ts'
import type { ChatMessage } from '../types.ts'

interface Envelope {
  connection: DeviceConnection
  stanza: BinaryNode
  id: string
  to: string
}

/** What the attribute `edit` of a stanza says. */
const changeOf: Record<string, 'edit' | 'delete'> = { '1': 'edit', '7': 'delete', '8': 'delete' }

/** A `message` stanza of a linked device. */
export function onMessage(state: SimulatorState, connection: DeviceConnection, stanza: BinaryNode): void {
  const phone = connection.phone
  const { id = '', to = '' } = stanza.attrs
  const { ackDelayMs, dropAcks } = faultsFor(state.faults, phone.number)
  const recipient = to.endsWith('@g.us') ? to : accountOf(state, to).customer?.number
  const what = changeOf[stanza.attrs.edit ?? ''] ?? 'message'
  const refused = stanza.attrs.category === 'peer' ? undefined : refusalFor(state.faults, phone.number, recipient, what)
  const ack = node('ack', {
    class: 'message',
    id,
    from: to,
    t: seconds(Date.now()),
    error: refused === undefined ? undefined : String(refused)
  })
  if (!dropAcks) {
    if (ackDelayMs) setTimeout(() => connection.send(ack), ackDelayMs)
    else connection.send(ack)
  }
  const envelope = { connection, stanza, id, to }
  if (refused !== undefined) {
    // A change that is refused is no message of the chat.
    if (what === 'message') noteRefusal(state, envelope, refused)
    else state.log(`${what} ${id} refused with ${refused}`, phone.number)
    return
  }
  connection.work = connection.work
    .then(() => distribute(state, envelope))
    .catch((error: Error) => state.log(`message ${id}: ${error.stack ?? error.message}`, phone.number))
}

function noteRefusal(state: SimulatorState, { connection, id, to }: Envelope, error: number): void {
  const { phone } = connection
  const { customer } = accountOf(state, to)
  const group = state.groups.get(to)
  state.log(`send ${id} refused with ${error}`, phone.number)
  if (!customer && !group) return
  const chat = chatOf(state, phone, { customer, group })
  const known = chat.messages.get(id)
  const message =
    known ??
    newChatMessage(chat, { id, from: 'desk', kind: 'unknown', at: Date.now(), address: to, customer: chat.customer })
  message.refusedWith = String(error)
  chat.messages.set(id, message)
  changed(state, chat, message)
}

async function distribute(state: SimulatorState, envelope: Envelope): Promise<void> {
  const { connection, stanza, to } = envelope
  const phone = connection.phone
  if (stanza.attrs.category === 'peer') return
  const group = state.groups.get(to)
  const bare = child(stanza, 'enc')
  if (bare && !group) return toOne(state, envelope, stanza.attrs.to ?? to, bare)
  for (const item of children(child(stanza, 'participants'), 'to')) {
    const enc = child(item, 'enc')
    if (!enc) continue
    if (group) await takeSenderKey(state, envelope, item.attrs.jid ?? '', enc)
    else await toOne(state, envelope, item.attrs.jid ?? '', enc)
  }
  if (!group || !bare) return
  const author = deviceName(phone, connection.device.id)
  const chat = chatOf(state, phone, { group })
  for (const customer of group.customers.flatMap((id) => state.customers.get(id) ?? [])) {
    const decrypt = () =>
      bare.attrs.type === 'skmsg'
        ? decryptGroupMessage(customer.handset, group.id, author, bytesOf(bare))
        : decryptEnc(customer.handset, envelope, bare)
    await receive(state, envelope, { phone, customer, chat }, decrypt)
  }
}

const decryptEnc = (handset: Handset, { connection }: Envelope, enc: BinaryNode) =>
  decryptFrom(handset, deviceName(connection.phone, connection.device.id), enc.attrs.type as CipherType, bytesOf(enc))

async function takeSenderKey(state: SimulatorState, envelope: Envelope, jid: string, enc: BinaryNode): Promise<void> {
  const { customer, phone, device } = accountOf(state, jid)
  const handset = customer?.handset ?? (phone && device === 0 ? phone.handset : undefined)
  if (!handset) return
  const message = proto.Message.decode(unpad(await decryptEnc(handset, envelope, enc)))
  if (message.senderKeyDistributionMessage)
    await learnSenderKey(
      handset,
      deviceName(envelope.connection.phone, envelope.connection.device.id),
      message.senderKeyDistributionMessage
    )
}

async function toOne(state: SimulatorState, envelope: Envelope, jid: string, enc: BinaryNode): Promise<void> {
  const { customer, phone, device } = accountOf(state, jid)
  if (phone && phone !== envelope.connection.phone) return
  if (phone && device === 0) {
    // The phone keeps its own copy; it has to be decrypted so that the session moves on.
    await decryptEnc(phone.handset, envelope, enc).catch((error: Error) =>
      state.log(`own copy of ${envelope.id}: ${error.message}`, phone.number)
    )
    return
  }
  if (phone) return relayToCompanion(state, envelope.connection, device, { stanza: envelope.stanza, enc })
  if (!customer) return
  const own = envelope.connection.phone
  const conversation = { phone: own, customer, chat: chatOf(state, own, { customer }) }
  await receive(state, envelope, conversation, () => decryptEnc(customer.handset, envelope, enc))
}

const knownIn = (chat: Chat, id: string): ChatMessage | undefined => chat.messages.get(id) ?? chat.changes.get(id)

/** One copy reaches one customer. */
async function receive(
  state: SimulatorState,
  envelope: Envelope,
  conversation: Conversation,
  decrypt: () => Promise<Uint8Array>
): Promise<void> {
  const { connection, id, to, stanza } = envelope
  const { customer, chat } = conversation
  const known = knownIn(chat, id)
  let content: proto.Message
  try {
    const plain = unpad(await decrypt())
    content = proto.Message.decode(plain)
    if (retryWanted(state, customer)) throw new Error('a retry was ordered')
    if (!chat.contents.has(id))
      chat.contents.set(id, { plain: Buffer.from(plain), attrs: {}, type: stanza.attrs.type ?? 'text' })
  } catch (error) {
    state.log(`${customer.name} cannot decrypt ${id}: ${(error as Error).message}`, chat.phone)
    askRetry(state, conversation, connection.device, { id, to })
    return
  }
  if (content.senderKeyDistributionMessage && chat.group)
    await learnSenderKey(
      customer.handset,
      deviceName(connection.phone, connection.device.id),
      content.senderKeyDistributionMessage
    )
  // A placeholder (undecryptable, or refused before) has no field yet.
  const message = known?.field ? known : show(state, envelope, chat, content)
  message.deliveries[customer.number] = (message.deliveries[customer.number] ?? 0) + 1
  changed(state, chat, message)
  sendReceipts(state, conversation, message)
}

function show(state: SimulatorState, envelope: Envelope, chat: Chat, content: proto.Message): ChatMessage {
  const { connection, id, to } = envelope
  const decoded = decodeOutbound(state, content)
  const known = knownIn(chat, id)
  const at = Date.now()
  const message = newChatMessage(chat, {
    ...decoded.shown,
    kind: decoded.shown?.kind ?? 'unknown',
    id,
    from: 'desk',
    device: connection.device.id,
    customer: chat.customer,
    at,
    field: decoded.field,
    address: to,
    deliveries: known?.deliveries ?? {},
    decryptErrors: known?.decryptErrors ?? 0
  })
  if (decoded.shown) {
    chat.messages.set(id, message)
    chat.deskPresence = 'paused'
  } else {
    chat.changes.set(id, message)
    chat.messages.delete(id)
  }
  const target = chat.messages.get((decoded.edit ?? decoded.revoke ?? decoded.reaction)?.id ?? '')
  if (!target) return message
  if (decoded.edit) {
    target.edits.push({ text: target.caption ?? target.text ?? '', at })
    if (target.caption === undefined) target.text = decoded.edit.text
    else target.caption = decoded.edit.text
  }
  if (decoded.revoke) target.revokedAt = at
  if (decoded.reaction?.emoji) target.reactions.desk = decoded.reaction.emoji
  else if (decoded.reaction) delete target.reactions.desk
  changed(state, chat, target)
  return message
}
