// What a message of the desk says: kind, text, media, quote, and changes to earlier messages.
import { proto } from '@whiskeysockets/baileys'
import { receiveMedia } from '../media/media-store.ts'
import type { SimulatorState } from '../model.ts'
import type { ChatMessage, MediaKind, MessageKind } from '../types.ts'

export interface DecodedMessage {
  field: string
  shown?: Partial<ChatMessage> & { kind: MessageKind }
  edit?: { id: string; text: string }
  revoke?: { id: string }
  reaction?: { id: string; emoji: string }
}

const wrappers = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage'
] as const

/** The innermost message, without the envelopes WhatsApp puts around some kinds. */
export function unwrap(message: proto.IMessage): { inner: proto.IMessage; viewOnce: boolean } {
  let inner = message
  let viewOnce = false
  for (let depth = 0; depth < 4; depth++) {
    const wrapper = wrappers.find((name) => inner[name]?.message)
    if (!wrapper) break
    if (wrapper.startsWith('viewOnce')) viewOnce = true
    inner = inner[wrapper]!.message!
  }
  return { inner, viewOnce }
}

function textIn(message: proto.IMessage | null | undefined): string {
  return (
    message?.conversation ??
    message?.extendedTextMessage?.text ??
    message?.imageMessage?.caption ??
    message?.videoMessage?.caption ??
    message?.documentMessage?.caption ??
    ''
  )
}

const mediaFields: [keyof proto.IMessage, MediaKind][] = [
  ['imageMessage', 'image'],
  ['videoMessage', 'video'],
  ['ptvMessage', 'video'],
  ['audioMessage', 'audio'],
  ['documentMessage', 'document'],
  ['stickerMessage', 'sticker']
]

export function decodeOutbound(state: SimulatorState, message: proto.IMessage): DecodedMessage {
  const { inner, viewOnce } = unwrap(message)
  const field =
    Object.keys(inner).find(
      (name) => inner[name as keyof proto.IMessage] != null && !/^(messageContextInfo|senderKeyDistribution)/.test(name)
    ) ?? ''
  const { protocolMessage, reactionMessage } = inner
  const types = proto.Message.ProtocolMessage.Type
  if (protocolMessage?.type === types.REVOKE) return { field, revoke: { id: protocolMessage.key?.id ?? '' } }
  if (protocolMessage?.type === types.MESSAGE_EDIT) {
    const edited = unwrap(protocolMessage.editedMessage ?? {}).inner
    return { field, edit: { id: protocolMessage.key?.id ?? '', text: textIn(edited) } }
  }
  if (reactionMessage)
    return { field, reaction: { id: reactionMessage.key?.id ?? '', emoji: reactionMessage.text ?? '' } }
  return { field, shown: { ...contentOf(state, inner), ...contextOf(inner), viewOnce: viewOnce || undefined } }
}

function contentOf(state: SimulatorState, inner: proto.IMessage): Partial<ChatMessage> & { kind: MessageKind } {
  for (const [name, kind] of mediaFields) {
    const media = inner[name] as proto.Message.IDocumentMessage | null | undefined
    if (media) return { kind, caption: media.caption ?? undefined, media: receiveMedia(state, kind, media) }
  }
  const location = inner.locationMessage ?? inner.liveLocationMessage
  if (location)
    return {
      kind: 'location',
      location: {
        latitude: location.degreesLatitude ?? 0,
        longitude: location.degreesLongitude ?? 0,
        name: inner.locationMessage?.name ?? undefined,
        address: inner.locationMessage?.address ?? undefined
      }
    }
  const cards = inner.contactMessage ? [inner.contactMessage] : inner.contactsArrayMessage?.contacts
  if (cards)
    return { kind: 'contacts', contacts: cards.map((c) => ({ name: c.displayName ?? '', vcard: c.vcard ?? '' })) }
  const poll = inner.pollCreationMessage ?? inner.pollCreationMessageV2 ?? inner.pollCreationMessageV3
  if (poll) return { kind: 'poll', text: poll.name ?? '' }
  if (inner.conversation != null || inner.extendedTextMessage) return { kind: 'text', text: textIn(inner) }
  if (inner.interactiveMessage) return { kind: 'template', text: inner.interactiveMessage.body?.text ?? '' }
  return { kind: 'unknown' }
}

function contextOf(inner: proto.IMessage): Partial<ChatMessage> {
  for (const value of Object.values(inner)) {
    const context = (value as { contextInfo?: proto.IContextInfo | null } | null)?.contextInfo
    if (!context) continue
    return {
      quotedId: context.stanzaId ?? undefined,
      mentions: context.mentionedJid?.length ? context.mentionedJid : undefined,
      forwarded: context.isForwarded || undefined
    }
  }
  return {}
}
