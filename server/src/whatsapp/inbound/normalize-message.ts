// Turns a journal row (stanza attributes and decrypted bytes) into an InboundMessage. Pure.
import { proto, unpadRandomMax16 } from '@whiskeysockets/baileys'
import type { InboundMessage } from '#platform/whatsapp-port.ts'
import { type Envelope, envelopeOf, isOwn, type Own, type PartnerOf } from '../addresses/addresses.ts'
import { historyNotice } from '../signal/history-notice.ts'
import type { MediaSource } from '../media/media-source.ts'
import { contentOf, textOf } from './normalize-content.ts'
import { storable, storableJson } from '../storable-text.ts'

export interface JournalRow {
  id: number | null
  attrs: Record<string, string>
  /** `proto.Message` with its padding. */
  plain: Uint8Array
}

export interface Reading {
  own: Own
  partnerOf: PartnerOf
  now: Date
}

type Message = proto.IMessage
type Header = Pick<
  InboundMessage,
  'journalId' | 'waId' | 'chat' | 'sender' | 'pushName' | 'fromMe' | 'sentAt' | 'offline'
>

/** Kinds that carry nothing for people, or whose meaning cannot be had without secrets we do not keep. */
const quiet = new Set([
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'messageContextInfo',
  'pollUpdateMessage',
  'encReactionMessage',
  'encEventResponseMessage',
  'encCommentMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'albumMessage',
  'stickerSyncRmrMessage',
  'placeholderMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'statusNotificationMessage',
  'call'
])

const wrappers = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'associatedChildMessage',
  'groupMentionedMessage',
  'lottieStickerMessage',
  'botInvokeMessage',
  'editedMessage'
] as const

const fieldsOf = (message: Message): string[] =>
  Object.keys(message).filter((name) => message[name as keyof Message] !== null)

interface Unwrapped {
  message: Message
  viewOnce: boolean
}

/** Takes a content out of its envelopes (disappearing, seen once, copy from another own device). */
function unwrap(outer: Message): Unwrapped {
  let message = outer
  let viewOnce = false
  for (let depth = 0; depth < 8; depth++) {
    const inner = message.deviceSentMessage?.message ?? wrapped(message)
    if (!inner) break
    if (message.viewOnceMessage || message.viewOnceMessageV2 || message.viewOnceMessageV2Extension) viewOnce = true
    message = inner
  }
  const file = message.imageMessage ?? message.videoMessage ?? message.audioMessage
  return { message, viewOnce: viewOnce || file?.viewOnce === true }
}

function wrapped(message: Message): Message | null {
  for (const name of wrappers) {
    const inner = message[name]?.message
    if (inner) return inner
  }
  return null
}

function contextOf(message: Message): proto.IContextInfo | null {
  for (const name of fieldsOf(message)) {
    const value = message[name as keyof Message]
    if (typeof value === 'object' && value !== null && 'contextInfo' in value && value.contextInfo) {
      return value.contextInfo
    }
  }
  return null
}

/** JSON of a content that cannot be shown, with its bytes when this version knows no field of it. */
function rawOf(message: Message, plain: Uint8Array): unknown {
  const json = storableJson(proto.Message.fromObject(message).toJSON())
  if (json !== '{}' && json.length <= 262_144) return JSON.parse(json) as unknown
  return { bytes: Buffer.from(plain.subarray(0, 65_536)).toString('base64') }
}

function headerOf(row: JournalRow, envelope: Envelope, now: Date): Header {
  const seconds = Number(row.attrs.t)
  const claimed = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : now.getTime()
  return {
    journalId: row.id,
    waId: storable(row.attrs.id),
    chat: envelope.chat,
    sender: envelope.sender,
    pushName: storable(row.attrs.notify).trim() || null,
    fromMe: envelope.fromMe,
    // A customer's clock may be ahead; nothing is shown before it happened.
    sentAt: new Date(Math.min(claimed, now.getTime())),
    offline: row.attrs.offline !== undefined
  }
}

const nobody = { address: '', phone: null, lid: null, isGroup: false }

/** A message that could not be decrypted yet; null when it is nobody's conversation. */
export function undecryptable(attrs: Record<string, string>, reading: Reading): InboundMessage | null {
  const envelope = envelopeOf(attrs, reading.own, reading.partnerOf)
  return (
    envelope && {
      ...headerOf({ id: null, attrs, plain: Buffer.alloc(0) }, envelope, reading.now),
      type: 'undecryptable'
    }
  )
}

/** Reads a journal row. Errors: bytes that are no message. */
export function normalizeMessage(row: JournalRow, reading: Reading): InboundMessage {
  if (row.attrs.category === 'peer') return readPeer(row, reading.now)
  const envelope = envelopeOf(row.attrs, reading.own, reading.partnerOf)
  if (!envelope) {
    const header = headerOf(row, { chat: nobody, sender: null, fromMe: false }, reading.now)
    return { ...header, type: 'ignored', why: 'no conversation of the desk' }
  }
  const header = headerOf(row, envelope, reading.now)
  const { message, viewOnce } = unwrap(proto.Message.decode(unpadRandomMax16(row.plain)))
  if (message.protocolMessage) return readProtocol(header, message.protocolMessage, row.attrs, reading.own)
  if (message.reactionMessage) return readReaction(header, message.reactionMessage, reading.own)
  const key: MediaSource['key'] = {
    id: header.waId,
    remoteJid: header.chat.address,
    fromMe: header.fromMe,
    participant: header.sender?.address ?? null
  }
  const content = contentOf(message, key)
  const loud = fieldsOf(message).find((name) => !quiet.has(name))
  if (!content && !loud && fieldsOf(message).length > 0) {
    return { ...header, type: 'ignored', why: fieldsOf(message).join(' ') }
  }
  const context = contextOf(message)
  return {
    ...header,
    type: 'message',
    content: content ?? { kind: 'unknown', label: loud ?? 'unknown', raw: rawOf(message, row.plain) },
    quotedWaId: storable(context?.stanzaId) || null,
    viewOnce,
    forwarded: context?.isForwarded === true
  }
}

/** What the own phone tells its linked devices. */
function readPeer(row: JournalRow, now: Date): InboundMessage {
  const header = headerOf(row, { chat: nobody, sender: null, fromMe: true }, now)
  const notice = historyNotice(proto.Message.decode(unpadRandomMax16(row.plain)))
  if (!notice) return { ...header, type: 'ignored', why: 'nothing of the phone for people' }
  const bytes = proto.Message.HistorySyncNotification.encode(notice).finish()
  return { ...header, type: 'history', notice: Buffer.from(bytes) }
}

/** WhatsApp's mark of a deletion by an administrator of the group, whom it has checked. */
const adminRevoke = '8'

function readDeletion(header: Header, key: proto.IMessageKey, edit: string | undefined, own: Own): InboundMessage {
  const author = key.participant
  // The key is written from the point of view of whoever deletes.
  const isOthers = header.chat.isGroup && key.fromMe !== true && (header.fromMe || edit === adminRevoke)
  const isOurs = author ? isOwn(author, own) : false
  return {
    ...header,
    type: 'delete',
    targetWaId: storable(key.id),
    targetFromMe: isOthers ? isOurs : header.fromMe,
    byOther: isOthers
  }
}

function readProtocol(
  header: Header,
  protocol: proto.Message.IProtocolMessage,
  { edit }: Record<string, string>,
  own: Own
): InboundMessage {
  const { Type } = proto.Message.ProtocolMessage
  const targetWaId = storable(protocol.key?.id)
  // The type of a deletion is 0 and therefore may be absent on the wire.
  if (targetWaId && protocol.key && (protocol.type ?? Type.REVOKE) === Type.REVOKE)
    return readDeletion(header, protocol.key, edit, own)
  if (targetWaId && protocol.type === Type.MESSAGE_EDIT && protocol.editedMessage) {
    return { ...header, type: 'edit', targetWaId, body: textOf(unwrap(protocol.editedMessage).message) }
  }
  return { ...header, type: 'ignored', why: `protocol ${Type[protocol.type ?? -1] ?? protocol.type ?? 'empty'}` }
}

function readReaction(header: Header, reaction: proto.Message.IReactionMessage, own: Own): InboundMessage {
  const target = reaction.key
  if (!target?.id) return { ...header, type: 'ignored', why: 'reaction without target' }
  const author = target.participant
  // The key is written from the reactor's point of view.
  const isOurs = author ? isOwn(author, own) : !header.chat.isGroup
  const targetFromMe = header.fromMe ? target.fromMe === true : target.fromMe !== true && isOurs
  return {
    ...header,
    type: 'reaction',
    targetWaId: storable(target.id),
    targetFromMe,
    emoji: storable(reaction.text)
  }
}
