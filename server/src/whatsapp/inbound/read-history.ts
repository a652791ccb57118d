// Reads what a phone tells of its earlier conversations: one conversation after the other, some messages at a time.
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { encodeWAMessage, proto } from '@whiskeysockets/baileys'
import { ackLevels } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type {
  Address,
  EarlierConversation,
  EarlierMessage,
  EarlierPart,
  InboundMessage,
  Party
} from '#platform/whatsapp-port.ts'
import {
  type AddressBook,
  bare,
  isGroup,
  isIgnored,
  isLid,
  isOwn,
  isPhone,
  type Own,
  type PartnerOf,
  partyOf
} from '../addresses/addresses.ts'
import { isLastNotice } from '../signal/history-notice.ts'
import type { MediaSource } from '../media/media-source.ts'
import { normalizeMessage } from './normalize-message.ts'
import { takeRepeated } from './protobuf-fields.ts'
import { storable } from '../storable-text.ts'

const inflated = promisify(inflate)
const { Status, StubType } = proto.WebMessageInfo

/** Bytes of what is told at once; nothing may be endless. */
const largest = 256 * 1024 ** 2
/** Messages read without a pause. */
const sliceSize = 50
/** Numbers of the two repeated fields that hold nearly everything. */
const conversationsField = 2
const messagesField = 2

const levels: Partial<Record<proto.WebMessageInfo.Status, number>> = {
  [Status.DELIVERY_ACK]: ackLevels.delivered,
  [Status.READ]: ackLevels.read,
  [Status.PLAYED]: ackLevels.played
}

const broken = (cause: unknown): AppError => new AppError('ERR_MEDIA_BROKEN', { cause })

/** Where a notice lets its content be fetched. */
function placeOf(notice: proto.Message.IHistorySyncNotification): MediaSource {
  return {
    v: 1,
    type: 'history',
    mediaKey: Buffer.from(notice.mediaKey ?? []).toString('base64'),
    directPath: notice.directPath ?? null,
    url: null,
    fileSha256: notice.fileSha256?.length ? Buffer.from(notice.fileSha256).toString('base64') : null,
    size: Number(notice.fileLength ?? 0) || null,
    key: { id: '', remoteJid: '', fromMe: true, participant: null }
  }
}

type Info = proto.IWebMessageInfo

/** The attributes the message's stanza would have today. */
function stanzaOf(info: Info, chat: Party, own: Own): Record<string, string> {
  const { key, participant, pushName, messageTimestamp } = info
  const fromMe = key?.fromMe === true
  const attrs: Record<string, string> = { id: key?.id ?? '', t: String(messageTimestamp ?? '') }
  if (pushName && !fromMe) attrs.notify = pushName
  const self = own.lid ?? own.phone ?? ''
  if (chat.isGroup)
    return { ...attrs, from: chat.address, participant: fromMe ? self : (key?.participant ?? participant ?? '') }
  const person = fromMe ? 'peer_recipient' : 'sender'
  if (chat.phone) attrs[`${person}_pn`] = chat.phone
  if (chat.lid) attrs[`${person}_lid`] = chat.lid
  return fromMe ? { ...attrs, from: self, recipient: chat.address } : { ...attrs, from: chat.address }
}

function reactionsOf({ reactions }: Info, chat: Party, own: Own): EarlierMessage['reactions'] {
  return (reactions ?? []).flatMap(({ key, text }) => {
    const writer = key?.participant
    const fromMe = key?.fromMe === true || (writer ? isOwn(writer, own) : false)
    const emoji = storable(text)
    return emoji ? [{ emoji, fromMe, by: fromMe ? null : bare(writer ?? chat.address) }] : []
  })
}

/** A message that could have been read on the phone. */
const isUnreadable = ({ messageStubType }: Info): boolean => messageStubType === StubType.CIPHERTEXT

interface Place {
  chat: Party
  own: Own
  partnerOf: PartnerOf
  now: Date
}

/** What the desk keeps of a message; null: nothing for people. Errors: one that cannot be read. */
function readMessage(info: Info, { chat, own, partnerOf, now }: Place): EarlierMessage | null {
  if (isUnreadable(info)) throw new Error('the phone could not read it either')
  if (!info.message) return null
  if (!info.key?.id) throw new Error('a message without an id')
  const plain = encodeWAMessage(info.message)
  const message: InboundMessage = normalizeMessage(
    { id: null, attrs: stanzaOf(info, chat, own), plain },
    { own, partnerOf, now }
  )
  if (message.type !== 'message') return null
  const level = message.fromMe ? (levels[info.status ?? Status.PENDING] ?? ackLevels.sent) : 0
  return { message, level, reactions: reactionsOf(info, chat, own) }
}

function decodedInfo(bytes: Uint8Array): Info | null {
  try {
    return proto.HistorySyncMsg.decode(bytes).message ?? null
  } catch {
    return null
  }
}

const timeOf = (bytes: Uint8Array | undefined): number => Number((bytes && decodedInfo(bytes)?.messageTimestamp) || 0)

const slicesOf = function* (stored: Uint8Array[], since: Date, place: Place) {
  // Phones list the newest message first.
  const ordered = timeOf(stored[0]) > timeOf(stored.at(-1)) ? stored.toReversed() : stored
  for (let at = 0; at < ordered.length; at += sliceSize) {
    const messages: EarlierMessage[] = []
    let skipped = 0
    for (const bytes of ordered.slice(at, at + sliceSize)) {
      const info = decodedInfo(bytes)
      if (info && Number(info.messageTimestamp ?? 0) * 1000 < since.getTime()) continue
      try {
        if (!info) throw new Error('bytes that are no message')
        const read = readMessage(info, place)
        if (read) messages.push(read)
      } catch {
        skipped++
      }
    }
    yield { messages, skipped }
  }
}

/** The conversation's person as the phone knows them, by number and LID where it tells both. */
async function chatOf(
  conversation: proto.IConversation,
  mapped: PartnerOf,
  { own, partnerOf }: AddressBook
): Promise<Party | null> {
  const { id, pnJid, lidJid, accountLid } = conversation
  if (!id || isIgnored(id) || isOwn(id, own())) return null
  if (isGroup(id)) return partyOf(id)
  if (!isPhone(id) && !isLid(id)) return null
  const told = isLid(id) ? pnJid : (lidJid ?? accountLid)
  return partyOf(id, told || mapped(bare(id)) || (await partnerOf(bare(id))))
}

function mappingOf(pairs: proto.IPhoneNumberToLIDMapping[]): PartnerOf {
  const known = new Map<Address, Address>()
  for (const { pnJid, lidJid } of pairs) {
    if (!pnJid || !lidJid) continue
    known.set(bare(pnJid), bare(lidJid))
    known.set(bare(lidJid), bare(pnJid))
  }
  return (address) => known.get(address) ?? null
}

function namesOf(names: proto.IPushname[], mapped: PartnerOf): EarlierPart['names'] {
  return names.flatMap(({ id, pushname }) => {
    const name = storable(pushname).trim()
    if (!id || !name || (!isPhone(id) && !isLid(id))) return []
    return [{ party: partyOf(id, mapped(bare(id))), name }]
  })
}

export interface HistoryParts {
  reader: AddressBook
  now: Date
  /** Fetches what did not come with the notice. Errors: AppError. */
  fetch: (source: MediaSource) => Promise<Buffer>
}

/** Opens a notice. Errors: AppError ERR_MEDIA_BROKEN for bytes that are none, and those of `fetch`. */
export async function readHistory(bytes: Uint8Array, { reader, now, fetch }: HistoryParts): Promise<EarlierPart> {
  const notice = proto.Message.HistorySyncNotification.decode(bytes)
  const inline = notice.initialHistBootstrapInlinePayload
  const packed = inline?.length ? inline : await fetch(placeOf(notice))
  try {
    const whole = await inflated(packed, { maxOutputLength: largest })
    const { values: conversations, rest } = takeRepeated(whole, conversationsField)
    const told = proto.HistorySync.decode(rest)
    const mapped = mappingOf(told.phoneNumberToLidMappings)
    const read = async (index: number): Promise<EarlierConversation | null> => {
      const { values, rest: about } = takeRepeated(conversations[index] ?? Buffer.alloc(0), messagesField)
      const conversation = proto.Conversation.decode(about)
      const chat = await chatOf(conversation, mapped, reader)
      if (!chat) return null
      const place = { chat, own: reader.own(), partnerOf: mapped, now }
      return {
        chat,
        name: storable(conversation.displayName || conversation.name).trim() || null,
        slices: (since) => slicesOf(values, since, place)
      }
    }
    return {
      names: namesOf(told.pushnames, mapped),
      conversations: conversations.length,
      read: (index) =>
        read(index).catch((error: unknown) => {
          throw broken(error)
        }),
      isLast: isLastNotice(notice)
    }
  } catch (error) {
    throw broken(error)
  }
}
