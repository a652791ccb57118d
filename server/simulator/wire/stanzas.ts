// The switchboard: every stanza of a linked device goes to the room that handles it.
import type { BinaryNode } from '@whiskeysockets/baileys'
import { onCall } from '../chats/calls.ts'
import { answerIq } from './iq-answers.ts'
import { onLinkCode } from '../accounts/link-code.ts'
import { onOfflineBatch } from './login.ts'
import type { Connection, DeviceConnection, World } from '../model.ts'
import { onMessage } from '../chats/outbound.ts'
import { onChatState, onPresence } from '../chats/presence.ts'
import { onAck, onReceipt } from '../chats/receipts-in.ts'
import { child, node, SERVER } from './wire.ts'

const isLoggedIn = (connection: Connection): connection is DeviceConnection =>
  connection.phone !== undefined && connection.device !== undefined

/** Companions ask for a sign of life while they show a QR code, too, and leave after two questions without one. */
const isPing = ({ tag, attrs }: BinaryNode): boolean => tag === 'iq' && attrs.type === 'get' && attrs.xmlns === 'w:p'

export function onStanza(world: World, connection: Connection, stanza: BinaryNode): void {
  if (!isLoggedIn(connection)) {
    if (isPing(stanza)) connection.send(node('iq', { from: SERVER, type: 'result', id: stanza.attrs.id }))
    else if (child(stanza, 'link_code_companion_reg')) onLinkCode(world, connection, stanza)
    return
  }
  if (stanza.tag === 'iq') {
    if (stanza.attrs.type === 'get' || stanza.attrs.type === 'set') answerIq(world, connection, stanza)
    return
  }
  switch (stanza.tag) {
    case 'message':
      return onMessage(world, connection, stanza)
    case 'receipt':
      return onReceipt(world, connection, stanza)
    case 'ack':
      return onAck(world, connection, stanza)
    case 'presence':
      return onPresence(world, connection, stanza)
    case 'chatstate':
      return onChatState(world, connection, stanza)
    case 'call':
      return onCall(world, connection, stanza)
    case 'ib':
      if (child(stanza, 'offline_batch')) onOfflineBatch(world, connection)
      return
    default:
      world.log(`unexpected stanza <${stanza.tag}>`, connection.phone.number)
  }
}
