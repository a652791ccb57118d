// The switchboard: every stanza of a linked device goes to the room that handles it.
import type { BinaryNode } from '@whiskeysockets/baileys'
import { onCall } from '../chats/calls.ts'
import { answerIq } from './iq-answers.ts'
import { onLinkCode } from '../accounts/link-code.ts'
import { onOfflineBatch } from './login.ts'
import type { Connection, DeviceConnection, SimulatorState } from '../model.ts'
import { onMessage } from '../chats/outbound.ts'
import { onChatState, onPresence } from '../chats/presence.ts'
import { onAck, onReceipt } from '../chats/receipts-in.ts'
import { child, node, SERVER } from '../wire/wire.ts'

const isLoggedIn = (connection: Connection): connection is DeviceConnection =>
  connection.phone !== undefined && connection.device !== undefined

/** Companions ask for a sign of life while they show a QR code, too, and leave after two questions without one. */
const isPing = ({ tag, attrs }: BinaryNode): boolean => tag === 'iq' && attrs.type === 'get' && attrs.xmlns === 'w:p'

export function onStanza(state: SimulatorState, connection: Connection, stanza: BinaryNode): void {
  if (!isLoggedIn(connection)) {
    if (isPing(stanza)) connection.send(node('iq', { from: SERVER, type: 'result', id: stanza.attrs.id }))
    else if (child(stanza, 'link_code_companion_reg')) onLinkCode(state, connection, stanza)
    return
  }
  if (stanza.tag === 'iq') {
    if (stanza.attrs.type === 'get' || stanza.attrs.type === 'set') answerIq(state, connection, stanza)
    return
  }
  switch (stanza.tag) {
    case 'message':
      return onMessage(state, connection, stanza)
    case 'receipt':
      return onReceipt(state, connection, stanza)
    case 'ack':
      return onAck(state, connection, stanza)
    case 'presence':
      return onPresence(state, connection, stanza)
    case 'chatstate':
      return onChatState(state, connection, stanza)
    case 'call':
      return onCall(state, connection, stanza)
    case 'ib':
      if (child(stanza, 'offline_batch')) onOfflineBatch(state, connection)
      return
    default:
      state.log(`unexpected stanza <${stanza.tag}>`, connection.phone.number)
  }
}
