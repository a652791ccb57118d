// Turns message rows into what travels on the wire.
import { kindSigns } from '@guiche/shared/features/inbox/media-types.ts'
import type { Message, QuotedMessage } from '@guiche/shared/features/inbox/messages.ts'
import type { ContactBrief } from '@guiche/shared/features/inbox/contacts.ts'
import type { MessageRow, QuotedRow, StoredMedia } from '../messages.repo.ts'
import { cutText } from '#platform/text/cut-text.ts'
import type { Ctx } from '#platform/ctx.ts'
import { mediaUrl, publicPath } from '#platform/storage/media-link.ts'
import { isoOf } from '#features/inbox/tickets/lists/ticket-rows.ts'

/** JSON columns come as text: Drizzle takes the parser away from the driver. */
export const jsonOf = <T>(value: T | string | null): T | null =>
  typeof value === 'string' ? (JSON.parse(value) as T) : value

const fileOf = ({ name, mime }: StoredMedia) => ({ name: name ?? 'file', mime: mime ?? 'application/octet-stream' })

const linkOf = (ctx: Ctx, media: StoredMedia | null): string | null =>
  media?.key ? mediaUrl(ctx, media.key, fileOf(media)) : null

function thumbnailOf(ctx: Ctx, media: StoredMedia | null): string | null {
  if (media?.thumbnailKey) return mediaUrl(ctx, media.thumbnailKey, { name: 'thumbnail.jpg', mime: 'image/jpeg' })
  return media?.preview ? `data:image/jpeg;base64,${media.preview}` : null
}

function quotedOf(ctx: Ctx, row: QuotedRow, contact: ContactBrief | null): QuotedMessage {
  return {
    id: row.id,
    body: row.body,
    fromMe: row.fromMe,
    mediaType: row.mediaType,
    mediaUrl: linkOf(ctx, row.media),
    thumbnailUrl: thumbnailOf(ctx, row.media),
    mediaName: row.media?.name ?? null,
    senderName: row.senderName,
    isDeleted: row.isDeleted,
    contact: row.fromMe || contact === null ? null : { id: contact.id, name: row.senderName ?? contact.name }
  }
}

/** What the person hears whose change WhatsApp refused. */
const refusalCodes = { delete: 'ERR_DELETE_WAPP_MSG', edit: 'ERR_FETCH_WAPP_MSG' } as const

export function messageOf(ctx: Ctx, companyId: number, row: MessageRow, contact: ContactBrief | null): Message {
  const media = jsonOf(row.media)
  const quoted = jsonOf(row.quoted)
  return {
    id: row.id,
    ticketId: row.ticketId,
    contactId: row.contactId,
    companyId,
    whatsappId: row.connectionId,
    queueId: row.queueId,
    body: row.body,
    fromMe: row.fromMe,
    read: row.read,
    mediaType: row.mediaType,
    mediaUrl: linkOf(ctx, media),
    mediaPath: media?.key ? publicPath(ctx, media.key, fileOf(media)) : null,
    mediaName: media?.name ?? null,
    mediaMime: media?.mime ?? null,
    mediaSize: media?.size ?? null,
    duration: media?.duration ?? null,
    width: media?.width ?? null,
    height: media?.height ?? null,
    waveform: media?.waveform ?? null,
    isVoice: media?.voice ?? false,
    thumbnailUrl: thumbnailOf(ctx, media),
    mediaState: row.mediaState,
    mediaVirus: media?.virus ?? null,
    ack: row.ack,
    delivery: row.delivery,
    failure: row.failure,
    isDeleted: row.isDeleted,
    refusedChange:
      row.changeRefused === null
        ? null
        : { change: row.changeRefused, code: refusalCodes[row.changeRefused], userId: row.changeRefusedBy },
    isEdited: row.isEdited,
    isForwarded: row.isForwarded,
    reactions: jsonOf(row.reactions) ?? [],
    participant: row.participant,
    senderName: row.senderName,
    user: row.userId === null || row.userName === null ? null : { id: row.userId, name: row.userName },
    clientId: row.clientId,
    receivedOffline: row.receivedOffline,
    createdAt: isoOf(row.createdAt),
    updatedAt: isoOf(row.updatedAt),
    seq: row.seq,
    quotedMsgId: row.quotedId,
    quotedMsg: quoted ? quotedOf(ctx, quoted, contact) : null,
    contact
  }
}

/** Longest text a ticket keeps of its last message. */
const previewLength = 250

/** The last message as a ticket list shows it. */
export function previewOf({
  mediaType,
  body,
  mediaName,
  isDeleted = false
}: Pick<Message, 'mediaType' | 'body' | 'mediaName'> & Partial<Pick<Message, 'isDeleted'>>): string {
  if (isDeleted) return '🚫 Mensagem apagada'
  if (mediaType === 'locationMessage') return 'Localização'
  const text =
    mediaType === 'vcard' || mediaType === 'unknown'
      ? ''
      : body || (mediaType === 'application' ? (mediaName ?? '') : '')
  return cutText([kindSigns[mediaType], text.replace(/\s+/g, ' ').trim()].filter(Boolean).join(' '), previewLength)
}
