// The rows of a conversation: days, messages in groups of one writer, and what is still on its way to the server.
import type { MediaType, Message } from '@guiche/shared/features/inbox/messages.ts'
import { overlaid, type Overlays } from '#platform/state/overlays.ts'
import type { OutboxItem } from '../outbox/outbox.store.ts'

/** Milliseconds between two messages of one group. */
const groupGap = 5 * 60_000

export type MessageRow =
  | { kind: 'day'; key: string; at: string }
  | {
      kind: 'message'
      key: string
      message: Message
      /** What the message still waits for, when the server does not have it yet. */
      local: OutboxItem | null
      isFirst: boolean
      isLast: boolean
    }

function kindOf(mime: string): MediaType {
  if (/^image\/(jpeg|png|webp|gif)$/.test(mime)) return 'image'
  if (/^video\/(mp4|3gpp|quicktime|webm)$/.test(mime)) return 'video'
  return mime.startsWith('audio/') ? 'audio' : 'application'
}

/** A message that waits here, or was refused, in the shape of those the server knows. */
function shapeOf(item: OutboxItem, writer: { id: number; name: string }): Message {
  return {
    id: item.clientId,
    ticketId: item.ticketId,
    contactId: 0,
    companyId: 0,
    whatsappId: null,
    queueId: null,
    body: item.body,
    fromMe: true,
    read: true,
    mediaType: item.file === null ? 'chat' : item.voice ? 'audio' : kindOf(item.file.mime),
    mediaUrl: item.preview,
    mediaPath: null,
    mediaName: item.file?.name ?? null,
    mediaMime: item.file?.mime ?? null,
    mediaSize: item.file?.size ?? null,
    duration: item.voice?.duration ?? null,
    width: item.file?.width ?? null,
    height: item.file?.height ?? null,
    waveform: item.voice?.waveform ?? null,
    isVoice: item.voice !== null,
    thumbnailUrl: null,
    mediaState: item.file === null ? 'none' : 'ready',
    ack: 0,
    delivery: item.state === 'refused' ? 'failed' : 'waiting',
    failure: null,
    isDeleted: false,
    refusedChange: null,
    isEdited: false,
    isForwarded: false,
    reactions: [],
    participant: null,
    senderName: null,
    user: writer,
    clientId: item.clientId,
    receivedOffline: false,
    createdAt: item.createdAt,
    updatedAt: item.createdAt,
    seq: 0,
    quotedMsgId: item.quoted?.id ?? null,
    quotedMsg: item.quoted,
    contact: null
  }
}

interface Moment {
  /** Milliseconds since 1970. */
  at: number
  /** `YYYY-MM-DD` on this computer's clock. */
  day: string
}

/** A busy conversation is put in rows ten times a second, and a message never changes its moment. */
const moments = new WeakMap<Message, Moment>()

function momentOf(message: Message): Moment {
  const known = moments.get(message)
  if (known) return known
  const date = new Date(message.createdAt)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
  const moment = { at: date.getTime(), day }
  moments.set(message, moment)
  return moment
}

const writerOf = ({ fromMe, user, participant, contactId }: Message): string =>
  fromMe ? `me ${user?.id ?? ''}` : `${contactId} ${participant ?? ''}`

function isOneGroup(a: Message | undefined, b: Message | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.mediaType !== 'call_log' &&
    b.mediaType !== 'call_log' &&
    writerOf(a) === writerOf(b) &&
    Math.abs(momentOf(b).at - momentOf(a).at) < groupGap &&
    momentOf(a).day === momentOf(b).day
  )
}

/** Rows from the oldest to the newest; what waits stands at the end. */
export function rowsOf(
  messages: readonly Message[],
  overlays: Overlays<string, Message>,
  waiting: readonly OutboxItem[],
  writer: { id: number; name: string }
): MessageRow[] {
  const sent = new Set(messages.flatMap(({ clientId }) => clientId ?? []))
  const all = [
    ...messages.map((message) => ({ message: overlaid(overlays, message.id, message), local: null })),
    ...waiting
      .filter(({ clientId }) => !sent.has(clientId))
      .map((item) => ({ message: shapeOf(item, writer), local: item }))
  ]
  const rows: MessageRow[] = []
  let present = ''
  for (const [index, { message, local }] of all.entries()) {
    const { day } = momentOf(message)
    if (day !== present) {
      rows.push({ kind: 'day', key: `day ${day} ${message.id}`, at: message.createdAt })
      present = day
    }
    rows.push({
      kind: 'message',
      // The bubble of an own message stays the same one when the server has taken it.
      key: message.clientId ?? message.id,
      message,
      local,
      isFirst: !isOneGroup(all[index - 1]?.message, message),
      isLast: !isOneGroup(message, all[index + 1]?.message)
    })
  }
  return rows
}
