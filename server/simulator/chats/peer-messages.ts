// What the phone itself tells a linked device: the app state keys and the history, over the peer session.
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import { keyShareOf } from '../accounts/app-state.ts'
import { deliver } from '../delivery/delivery.ts'
import { encryptMedia } from '../media/media-crypto.ts'
import type { Chat, Device, Phone, SimulatorState } from '../model.ts'
import { encryptToDevice } from '../signal/sessions.ts'
import type { ChatMessage } from '../types.ts'
import { lidJid, newMessageId, node, pad, pnJid, seconds } from '../wire/wire.ts'

/** Newest messages of each chat that come with the first part, and how many come with each further one. */
const FIRST_MESSAGES = 100
const FURTHER_MESSAGES = 5_000

const { ProtocolMessage } = proto.Message
const { HistorySyncType } = proto.HistorySync

/** Send a protocol message from the phone (device 0) to one of its linked devices. */
async function sendPeerMessage(
  state: SimulatorState,
  phone: Phone,
  device: Device,
  protocolMessage: proto.Message.IProtocolMessage
): Promise<void> {
  const plain = pad(proto.Message.encode({ protocolMessage }).finish())
  const { type, ciphertext } = await encryptToDevice(phone.handset, { phone, device }, plain)
  const attrs = {
    from: pnJid(phone.number),
    category: 'peer',
    type: 'text',
    id: newMessageId(),
    t: seconds(Date.now())
  }
  deliver(state, phone, device, { node: node('message', attrs, [node('enc', { v: '2', type }, ciphertext)]) })
}

/** First sync after linking: keys first, so that the history finds them, then the history. */
export async function sendFirstSync(state: SimulatorState, phone: Phone, device: Device): Promise<void> {
  await sendPeerMessage(state, phone, device, {
    type: ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
    appStateSyncKeyShare: keyShareOf(phone.appState)
  })
  for (const [chunkOrder, part] of historyOf(state, phone).entries())
    await sendPeerMessage(state, phone, device, {
      type: ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: part.syncType as number,
        chunkOrder,
        progress: part.progress ?? 0,
        ...payloadOf(state, part)
      }
    })
}

/** What the phone knows: the newest messages first, then the names, then what is older. */
function historyOf(state: SimulatorState, phone: Phone): proto.IHistorySync[] {
  const chats = [...state.chats.values()].filter((chat) => chat.phone === phone.number && chat.messages.size > 0)
  const people = chats.flatMap((chat) => state.customers.get(chat.customer ?? '') ?? [])
  const further = chats.flatMap((chat) => {
    const older = storedMessages(chat).slice(0, -FIRST_MESSAGES)
    return older.length > 0 ? [conversationOf(state, phone, chat, older)] : []
  })
  const packs = packed(further)
  return [
    {
      syncType: HistorySyncType.INITIAL_BOOTSTRAP,
      conversations: chats.map((chat) =>
        conversationOf(state, phone, chat, storedMessages(chat).slice(-FIRST_MESSAGES))
      ),
      phoneNumberToLidMappings: people
        .filter((who) => !who.hidesOtherAddress)
        .map((who) => ({ pnJid: pnJid(who.number), lidJid: lidJid(who.lid) }))
    },
    {
      syncType: HistorySyncType.PUSH_NAME,
      pushnames: people.map((who) => ({ id: lidJid(who.lid), pushname: who.name }))
    },
    ...packs.map((conversations, index) => ({
      syncType: HistorySyncType.RECENT,
      conversations,
      progress: Math.round((100 * (index + 1)) / packs.length)
    }))
  ]
}

/** Conversations for one part after the other; the last part comes, even if it is empty. */
function packed(conversations: proto.IConversation[]): proto.IConversation[][] {
  const packs: proto.IConversation[][] = [[]]
  let count = 0
  for (const conversation of conversations) {
    if (count >= FURTHER_MESSAGES) {
      packs.push([])
      count = 0
    }
    packs.at(-1)?.push(conversation)
    count += conversation.messages?.length ?? 0
  }
  return packs
}

/** A part inside its notice, or on the media host with the way to it. */
function payloadOf(state: SimulatorState, part: proto.IHistorySync): proto.Message.IHistorySyncNotification {
  const payload = deflateSync(proto.HistorySync.encode(proto.HistorySync.fromObject(part)).finish())
  if (!state.dialect.hostsHistory) return { initialHistBootstrapInlinePayload: payload }
  const { blob, mediaKey, fileSha256, fileEncSha256 } = encryptMedia(payload, 'history')
  const path = `/v/t62/${randomBytes(12).toString('hex')}.enc`
  state.blobs.set(path, blob)
  return { mediaKey, fileSha256, fileEncSha256, fileLength: payload.length, directPath: `${path}?oh=sim` }
}

const storedMessages = (chat: Chat): ChatMessage[] =>
  [...chat.messages.values()].filter(({ id }) => chat.contents.has(id)).sort((a, b) => a.at - b.at)

function statusOf({ readAt, playedAt }: ChatMessage): proto.WebMessageInfo.Status {
  const { Status } = proto.WebMessageInfo
  if (playedAt !== undefined) return Status.PLAYED
  return readAt === undefined ? Status.DELIVERY_ACK : Status.READ
}

function conversationOf(state: SimulatorState, phone: Phone, chat: Chat, stored: ChatMessage[]): proto.IConversation {
  const customer = state.customers.get(chat.customer ?? '')
  const group = state.groups.get(chat.group ?? '')
  const id = group ? group.id : lidJid(customer!.lid)
  const messages = stored.map((message) => {
    const fromMe = message.from !== 'customer'
    const writer = state.customers.get(message.customer ?? '')
    const participant = group && !fromMe && writer ? lidJid(writer.lid) : null
    const key = { remoteJid: id, fromMe, id: message.id, participant }
    const { plain, broken } = chat.contents.get(message.id)!
    const info = {
      key,
      ...(broken
        ? { messageStubType: proto.WebMessageInfo.StubType.CIPHERTEXT }
        : { message: proto.Message.decode(plain) }),
      messageTimestamp: Math.floor(message.at / 1000),
      pushName: fromMe ? phone.name : (writer?.name ?? null),
      status: statusOf(message),
      reactions: Object.entries(message.reactions).map(([who, text]) => ({
        key: { ...key, fromMe: !state.customers.has(who) },
        text
      }))
    }
    return { message: info, msgOrderId: 1 }
  })
  return {
    id,
    name: group?.subject ?? customer?.name ?? null,
    pnJid: customer && !customer.hidesOtherAddress ? pnJid(customer.number) : null,
    lidJid: customer ? lidJid(customer.lid) : null,
    conversationTimestamp: messages.at(-1)?.message.messageTimestamp ?? null,
    // The phone lists the newest message first.
    messages: messages.reverse()
  }
}
