// What the phone itself tells a linked device: the app state keys and the history, over the peer session.
import { deflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import { keyShareOf } from './app-state.ts'
import { deliver } from './delivery.ts'
import type { Chat, Device, Phone, World } from './model.ts'
import { encryptToDevice } from './sessions.ts'
import { lidJid, newMessageId, node, pad, pnJid, seconds } from './wire.ts'

/** Newest messages of each chat that go into the history. */
const HISTORY_MESSAGES = 100

const { ProtocolMessage } = proto.Message
const { HistorySyncType } = proto.HistorySync

/** Send a protocol message from the phone (device 0) to one of its linked devices. */
async function sendPeerMessage(
  world: World,
  phone: Phone,
  device: Device,
  protocolMessage: proto.Message.IProtocolMessage
): Promise<void> {
  const plain = pad(proto.Message.encode({ protocolMessage }).finish())
  const { type, ciphertext } = await encryptToDevice(phone.handset, phone, device, plain)
  const attrs = {
    from: pnJid(phone.number),
    category: 'peer',
    type: 'text',
    id: newMessageId(),
    t: seconds(Date.now())
  }
  deliver(world, phone, device, { node: node('message', attrs, [node('enc', { v: '2', type }, ciphertext)]) })
}

/** First sync after linking: keys first, so that the history finds them, then the history. */
export async function sendFirstSync(world: World, phone: Phone, device: Device): Promise<void> {
  await sendPeerMessage(world, phone, device, {
    type: ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
    appStateSyncKeyShare: keyShareOf(phone.appState)
  })
  const chats = [...world.chats.values()].filter((chat) => chat.phone === phone.number && chat.messages.size > 0)
  const people = chats.flatMap((chat) => world.customers.get(chat.customer ?? '') ?? [])
  const parts: proto.IHistorySync[] = [
    {
      syncType: HistorySyncType.INITIAL_BOOTSTRAP,
      conversations: chats.map((chat) => conversationOf(world, phone, chat)),
      phoneNumberToLidMappings: people.map((who) => ({ pnJid: pnJid(who.number), lidJid: lidJid(who.lid) }))
    },
    {
      syncType: HistorySyncType.PUSH_NAME,
      pushnames: people.map((who) => ({ id: lidJid(who.lid), pushname: who.name }))
    },
    { syncType: HistorySyncType.RECENT, conversations: [], progress: 100 }
  ]
  for (const [chunkOrder, part] of parts.entries())
    await sendPeerMessage(world, phone, device, {
      type: ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: part.syncType as number,
        chunkOrder,
        progress: part.progress ?? 0,
        initialHistBootstrapInlinePayload: deflateSync(
          proto.HistorySync.encode(proto.HistorySync.fromObject(part)).finish()
        )
      }
    })
}

function conversationOf(world: World, phone: Phone, chat: Chat): proto.IConversation {
  const customer = world.customers.get(chat.customer ?? '')
  const group = world.groups.get(chat.group ?? '')
  const id = group ? group.id : lidJid(customer!.lid)
  const messages = [...chat.messages.values()].slice(-HISTORY_MESSAGES).flatMap((message) => {
    const content = chat.contents.get(message.id)
    if (!content) return []
    const fromMe = message.from !== 'customer'
    const writer = world.customers.get(message.customer ?? '')
    const participant = group && !fromMe && writer ? lidJid(writer.lid) : undefined
    const info = {
      key: { remoteJid: id, fromMe, id: message.id, participant },
      message: proto.Message.decode(content.plain),
      messageTimestamp: Math.floor(message.at / 1000),
      pushName: fromMe ? phone.name : writer?.name,
      status: proto.WebMessageInfo.Status.DELIVERY_ACK
    }
    return [{ message: info, msgOrderId: 1 }]
  })
  return {
    id,
    name: group?.subject ?? customer?.name,
    pnJid: customer && pnJid(customer.number),
    lidJid: customer && lidJid(customer.lid),
    conversationTimestamp: messages.at(-1)?.message.messageTimestamp,
    // The phone lists the newest message first.
    messages: messages.reverse()
  }
}
