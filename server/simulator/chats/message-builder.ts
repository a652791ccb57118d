// From the content a test or the page describes to WhatsApp's protobuf message, with its stanza attributes.
import { proto } from '@whiskeysockets/baileys'
import { storeMedia } from '../media/media-store.ts'
import type { Chat, Customer, Phone, SimulatorState } from '../model.ts'
import type { ChatMessage, Content, MessageKind } from '../types.ts'
import { jidOf, SimulatorError } from '../simulator-state.ts'
import { pnJid } from '../wire/wire.ts'

const { ProtocolMessage } = proto.Message

export interface BuiltMessage {
  message: proto.IMessage
  /** Attribute `type` of the stanza. */
  type: string
  mediatype?: string | undefined
  edit?: string
  /** What the chat shows; absent for changes to another message. */
  shown?: Partial<ChatMessage> & { kind: MessageKind }
  /** Applied to the chat once the message is sent. */
  change?: (chat: Chat) => ChatMessage | undefined
}

export interface Writer {
  phone: Phone
  /** The customer who writes; absent when the owner writes on the phone itself. */
  customer?: Customer
  chat: Chat
  at: number
}

/** Address of the author of a message as the writer's stanza has to name it. */
function authorOf(state: SimulatorState, writer: Writer, target: ChatMessage): string {
  const form = writer.customer?.addressing ?? 'lid'
  if (target.from !== 'customer') return jidOf(writer.phone, form)
  const customer = state.customers.get(target.customer ?? '')
  return customer ? jidOf(customer, form) : ''
}

function isOwn(writer: Writer, target: ChatMessage) {
  return writer.customer
    ? target.from === 'customer' && target.customer === writer.customer.number
    : target.from !== 'customer'
}

function targetOf(writer: Writer, id: string): ChatMessage {
  const found = writer.chat.messages.get(id)
  if (!found) throw new SimulatorError(`no message ${id} in this chat`, 404)
  return found
}

function keyFor(state: SimulatorState, writer: Writer, target: ChatMessage): proto.IMessageKey {
  const remoteJid = writer.chat.group ?? jidOf(writer.phone, writer.customer?.addressing ?? 'lid')
  const participant = writer.chat.group ? authorOf(state, writer, target) : null
  return { remoteJid, fromMe: isOwn(writer, target), id: target.id, participant }
}

function contextOf(state: SimulatorState, writer: Writer, content: Content): proto.IContextInfo | null {
  const context: proto.IContextInfo = {}
  if ('quotedId' in content && content.quotedId) {
    const quoted = targetOf(writer, content.quotedId)
    const original = writer.chat.contents.get(quoted.id)
    context.stanzaId = quoted.id
    context.participant = authorOf(state, writer, quoted)
    context.quotedMessage = original ? proto.Message.decode(original.plain) : { conversation: quoted.text ?? '' }
  }
  if ('forwarded' in content && content.forwarded) Object.assign(context, { isForwarded: true, forwardingScore: 1 })
  if (content.type === 'text' && content.mentions?.length) {
    context.mentionedJid = content.mentions.map((number) => mentionJid(state, number))
  }
  return Object.keys(context).length ? context : null
}

function mentionJid(state: SimulatorState, number: string): string {
  const who = state.customers.get(number) ?? state.phones.get(number)
  return who ? jidOf(who, 'lid') : pnJid(number)
}

const vcardOf = (name: string, number = ''): string =>
  `BEGIN:VCARD\nVERSION:3.0\nN:;${name};;;\nFN:${name}\nTEL;type=CELL;type=VOICE;waid=${number}:+${number}\nEND:VCARD`

export function buildMessage(state: SimulatorState, writer: Writer, content: Content): BuiltMessage {
  const contextInfo = contextOf(state, writer, content)
  const quotedId = 'quotedId' in content ? content.quotedId : undefined
  const forwarded = 'forwarded' in content ? content.forwarded : undefined
  switch (content.type) {
    case 'text': {
      const message = contextInfo
        ? { extendedTextMessage: { text: content.text, contextInfo } }
        : { conversation: content.text }
      const { mentions, text } = content
      return { message, type: 'text', shown: { kind: 'text', text, mentions, quotedId, forwarded } }
    }
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return withMedia(state, content, contextInfo, { quotedId, forwarded })
    case 'location': {
      const { latitude, longitude, name, address } = content
      const body = { degreesLatitude: latitude, degreesLongitude: longitude, contextInfo }
      const message = content.live
        ? { liveLocationMessage: body }
        : { locationMessage: { ...body, name: name ?? null, address: address ?? null } }
      const shown = { kind: 'location' as const, location: { latitude, longitude, name, address }, quotedId, forwarded }
      return { message, type: 'media', mediatype: content.live ? 'livelocation' : 'location', shown }
    }
    case 'contacts': {
      const contacts = content.contacts.map(({ name, number, vcard }) => ({
        name,
        vcard: vcard ?? vcardOf(name, number)
      }))
      const cards = contacts.map(({ name, vcard }) => ({ displayName: name, vcard }))
      const one = cards.length === 1
      const message = one
        ? { contactMessage: { ...cards[0], contextInfo } }
        : { contactsArrayMessage: { displayName: `${cards.length} contacts`, contacts: cards, contextInfo } }
      const shown = { kind: 'contacts' as const, contacts, quotedId, forwarded }
      return { message, type: 'media', mediatype: one ? 'vcard' : 'contact_array', shown }
    }
    case 'poll': {
      const options = content.options.map((optionName) => ({ optionName }))
      const message = { pollCreationMessageV3: { name: content.name, options, selectableOptionsCount: 1 } }
      return { message, type: 'poll', shown: { kind: 'poll', text: content.name } }
    }
    case 'template': {
      const header = { hasMediaAttachment: false }
      const nativeFlowMessage = { buttons: [{ name: 'quick_reply', buttonParamsJson: '{}' }], messageParamsJson: '{}' }
      const message = { interactiveMessage: { header, body: { text: content.text }, nativeFlowMessage } }
      return { message, type: 'text', shown: { kind: 'template', text: content.text } }
    }
    case 'unknown': {
      const message = { paymentInviteMessage: { serviceType: 1, expiryTimestamp: 0 } }
      return { message, type: 'text', shown: { kind: 'unknown' } }
    }
    case 'raw':
      return { message: proto.Message.fromObject(content.message), type: 'text', shown: { kind: 'unknown' } }
    default:
      return buildChange(state, writer, content)
  }
}

function buildChange(
  state: SimulatorState,
  writer: Writer,
  content: Extract<Content, { type: 'reaction' | 'edit' | 'delete' }>
): BuiltMessage {
  const target = targetOf(writer, content.targetId)
  const key = keyFor(state, writer, target)
  const actor = writer.customer?.number ?? 'handset'
  if (content.type === 'reaction') {
    const change = () => {
      if (content.emoji) target.reactions[actor] = content.emoji
      else delete target.reactions[actor]
      return target
    }
    const message = { reactionMessage: { key, text: content.emoji, senderTimestampMs: writer.at } }
    return { message, type: 'reaction', change }
  }
  if (!isOwn(writer, target)) throw new SimulatorError('only the writer can edit or delete a message')
  if (content.type === 'edit') {
    const protocolMessage = {
      key,
      type: ProtocolMessage.Type.MESSAGE_EDIT,
      editedMessage: target.caption === undefined ? { conversation: content.text } : captionEdit(target, content.text),
      timestampMs: writer.at
    }
    const change = () => {
      target.edits.push({ text: target.caption ?? target.text ?? '', at: writer.at })
      if (target.caption === undefined) target.text = content.text
      else target.caption = content.text
      return target
    }
    return { message: { editedMessage: { message: { protocolMessage } } }, type: 'text', edit: '1', change }
  }
  const change = () => {
    target.revokedAt = writer.at
    return target
  }
  const message = { protocolMessage: { key, type: ProtocolMessage.Type.REVOKE } }
  return { message, type: 'text', edit: '7', change }
}

function captionEdit(target: ChatMessage, caption: string): proto.IMessage {
  return {
    [target.kind === 'video' ? 'videoMessage' : target.kind === 'document' ? 'documentMessage' : 'imageMessage']: {
      caption
    }
  }
}

function withMedia(
  state: SimulatorState,
  content: Extract<Content, { type: 'image' | 'video' | 'audio' | 'document' | 'sticker' }>,
  contextInfo: proto.IContextInfo | null,
  shown: Partial<ChatMessage>
): BuiltMessage {
  const { view, reference } = storeMedia(state, content.type, content)
  const caption = content.caption ?? null
  const viewOnce = content.viewOnce ?? null
  const seconds = view.seconds ?? null
  const size = { width: view.width ?? null, height: view.height ?? null }
  const bodies: Record<typeof content.type, () => proto.IMessage> = {
    image: () => ({ imageMessage: { ...reference, ...size, caption, contextInfo, viewOnce } }),
    video: () => ({ videoMessage: { ...reference, ...size, seconds, caption, contextInfo, viewOnce } }),
    audio: () => ({
      audioMessage: {
        ...reference,
        seconds,
        ptt: view.ptt ?? null,
        waveform: view.waveform ? Buffer.from(view.waveform) : null,
        contextInfo
      }
    }),
    document: () => {
      const fileName = view.fileName ?? null
      const documentMessage = { ...reference, fileName, title: fileName, caption, contextInfo }
      return caption ? { documentWithCaptionMessage: { message: { documentMessage } } } : { documentMessage }
    },
    sticker: () => ({ stickerMessage: { ...reference, ...size, isAnimated: content.animated ?? null, contextInfo } })
  }
  const body = bodies[content.type]()
  const message = viewOnce ? { viewOnceMessageV2: { message: body } } : body
  const mediatype = content.type === 'audio' && view.ptt ? 'ptt' : content.type
  return {
    message,
    type: 'media',
    mediatype,
    shown: { ...shown, kind: content.type, caption: content.caption, media: view, viewOnce: content.viewOnce }
  }
}
