// Hands on what a socket tells beside messages: receipts, acknowledgements, calls, typing, names, pictures.
import { proto, type BinaryNode, type WACallEvent, type WAMessage } from '@whiskeysockets/baileys'
import { ackLevels } from '@guiche/shared/features/inbox/messages.ts'
import type { Address, ConnectionRef, InboundCall, WhatsAppEvents } from '#platform/whatsapp-port.ts'
import { refusalOf, type AckBook } from '../outbound/acks.ts'
import { bare, isGroup, isIgnored, isLid, isOwn, isPhone, type Own, partyOf } from '../addresses/addresses.ts'
import type { AuthState } from '../signal/auth-state.ts'
import type { BackgroundTasks } from './background-tasks.ts'
import { receiptOf, type ReceiptBatcher } from '../inbound/receipts.ts'
import type { SocketCaches } from '../wire/socket-caches.ts'
import type { Socket } from '../wire/socket-client.ts'
import { storable } from '../storable-text.ts'

export interface SocketEventsParts {
  ref: ConnectionRef
  sock: Socket
  auth: AuthState
  acks: AckBook
  receipts: ReceiptBatcher
  caches: SocketCaches
  events: WhatsAppEvents
  inBackground: BackgroundTasks
  now: () => Date
  onUnreadable: (attrs: Record<string, string>) => void
}

const callStates: Partial<Record<WACallEvent['status'], InboundCall['state']>> = {
  offer: 'offered',
  timeout: 'missed',
  terminate: 'ended',
  reject: 'rejected'
}

const { CIPHERTEXT } = proto.WebMessageInfo.StubType

/** The attributes a stub's stanza had, as far as they are needed to say whose it is. */
function stanzaOf({ key, messageTimestamp, pushName }: WAMessage, own: Address | null): Record<string, string> {
  const attrs: Record<string, string> = { id: key.id ?? '', t: String(messageTimestamp ?? '') }
  if (pushName) attrs.notify = pushName
  const chat = key.remoteJid ?? ''
  const set = (name: string, value: string | null | undefined) => void (value && (attrs[name] = value))
  if (isGroup(chat)) {
    attrs.from = chat
    set('participant', key.participant)
    set(key.participantAlt && isLid(key.participantAlt) ? 'participant_lid' : 'participant_pn', key.participantAlt)
  } else if (key.fromMe) {
    attrs.from = own ?? ''
    attrs.recipient = chat
    set(isLid(chat) ? 'peer_recipient_pn' : 'peer_recipient_lid', key.remoteJidAlt)
  } else {
    attrs.from = chat
    set(isLid(chat) ? 'sender_pn' : 'sender_lid', key.remoteJidAlt)
  }
  return attrs
}

/** Listens to a socket until it ends. */
export function followSocket(parts: SocketEventsParts): void {
  followPairs(parts)
  followReceipts(parts)
  followAcks(parts)
  followStubs(parts)
  followCalls(parts)
  followPresence(parts)
  followContacts(parts)
  followGroups(parts)
}

const isPerson = (jid: string, own: Own) => (isPhone(jid) || isLid(jid)) && !isIgnored(jid) && !isOwn(jid, own)

/** Before the message is decrypted: a pair it names itself needs no announcement. */
function followPairs({ sock, caches }: SocketEventsParts): void {
  sock.ws.on('frame', (frame: BinaryNode | Uint8Array) => {
    if (frame instanceof Uint8Array || frame.tag !== 'message') return
    const { attrs } = frame
    const main = attrs.participant ?? attrs.recipient ?? attrs.from
    const otherLid = attrs.sender_lid ?? attrs.participant_lid ?? attrs.peer_recipient_lid
    const otherPhone = attrs.sender_pn ?? attrs.participant_pn ?? attrs.peer_recipient_pn
    const lid = otherLid ?? (otherPhone ? main : undefined)
    if (lid && isLid(lid)) caches.announcedPairs.set(bare(lid), true)
  })
}

/** Baileys acknowledges: only what is stored, or WhatsApp would not tell it again after a kill. */
function followReceipts({ sock, auth, acks, receipts, now }: SocketEventsParts): void {
  sock.ws.intercept('CB:receipt', (node, passOn) => {
    const receipt = receiptOf(node, auth.own(), now())
    // Whoever has a message has it from WhatsApp, which need not acknowledge it any more.
    for (const id of receipt?.waIds ?? []) acks.settle(id, undefined)
    const stored = receipt ? receipts.add(receipt) : Promise.resolve()
    void stored.then(() => (sock.ws.isOpen ? passOn(node) : undefined))
  })
}

function followAcks({ ref, sock, acks, receipts, events, inBackground, now }: SocketEventsParts): void {
  sock.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    const { id, error } = attrs
    if (!id) return
    const whose = acks.settle(id, error)
    if (whose === 'awaited') return
    if (error) inBackground('a refusal', () => events.sendFailed(ref, id, refusalOf(error).reason))
    else if (whose === 'late') void receipts.add({ waIds: [id], level: ackLevels.sent, participant: null, at: now() })
  })
}

function followStubs({ sock, auth, onUnreadable }: SocketEventsParts): void {
  sock.ev.on('messages.upsert', ({ messages }) => {
    for (const message of messages) {
      if (message.messageStubType !== CIPHERTEXT || message.message) continue
      onUnreadable(stanzaOf(message, auth.own().lid ?? auth.own().phone))
    }
  })
}

function followCalls({ ref, sock, auth, events, inBackground, now }: SocketEventsParts): void {
  sock.ev.on('call', (calls) => {
    for (const call of calls) {
      const state = callStates[call.status]
      if (!state || call.isGroup) continue
      inBackground('a call', async () => {
        const from = call.from || call.chatId
        const partner = call.callerPn ?? (await auth.partnerOf(bare(from)))
        const at = new Date(Math.min(call.date.getTime() || now().getTime(), now().getTime()))
        const isVideo = call.isVideo === true
        await events.call(ref, { callId: call.id, from: partyOf(from, partner), state, isVideo, at })
      })
    }
  })
}

function followPresence({ ref, sock, auth, events, inBackground }: SocketEventsParts): void {
  sock.ev.on('presence.update', ({ id, presences }) => {
    if (!isPerson(id, auth.own())) return
    for (const { lastKnownPresence } of Object.values(presences)) {
      const isTyping = lastKnownPresence === 'composing' || lastKnownPresence === 'recording'
      inBackground('typing', async () => {
        const from = partyOf(bare(id), await auth.partnerOf(bare(id)))
        await events.presence(ref, from, isTyping ? lastKnownPresence : 'paused')
      })
    }
  })
}

function followContacts({ ref, sock, auth, events, inBackground }: SocketEventsParts): void {
  sock.ev.on('contacts.update', (contacts) => {
    for (const { id, imgUrl } of contacts) {
      if (id && imgUrl && (isGroup(id) || isPerson(id, auth.own()))) {
        inBackground('an avatar', () => events.snapshotChanged(ref, bare(id)))
      }
    }
  })
  // Names people call themselves come with their messages; these are the ones the phone's owner gave them.
  sock.ev.on('contacts.upsert', (contacts) => {
    for (const { id, name, lid, phoneNumber } of contacts) {
      if (!id || !name || !isPerson(id, auth.own())) continue
      inBackground('a name', async () => {
        const partner = (isLid(id) ? phoneNumber : lid) ?? (await auth.partnerOf(bare(id)))
        await events.party(ref, partyOf(id, partner), storable(name))
      })
    }
  })
}

function followGroups({ ref, sock, caches, events, inBackground }: SocketEventsParts): void {
  const rename = (id: string | undefined, subject: string | undefined) => {
    if (id && subject) inBackground('a group', () => events.party(ref, partyOf(id), storable(subject)))
  }
  sock.ev.on('groups.update', (groups) => {
    for (const { id, subject } of groups) {
      if (id) caches.groups.del(id)
      rename(id, subject)
    }
  })
  sock.ev.on('groups.upsert', (groups) => {
    for (const { id, subject } of groups) rename(id, subject)
  })
  sock.ev.on('group-participants.update', ({ id }) => caches.groups.del(id))
}
