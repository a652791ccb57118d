// The rows of a conversation: days, messages in groups of one writer, what happened, and what is on its way to the server.
import { sourceOf, type Message } from '@guiche/shared/features/inbox/messages.ts'
import type { MediaType } from '@guiche/shared/features/inbox/media-types.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { conversationRows, momentOf, type ConversationRow } from '#ui/conversation/thread/conversation-rows.ts'
import { present, type ThreadLine, type TimelineEntry } from '#features/inbox/timeline/timeline.store.ts'
import type { OutboxItem } from '../outbox/outbox.store.ts'

export interface MessageEntry {
  message: Message
  /** What the message still waits for, when the server does not have it yet. */
  local: OutboxItem | null
}
export type MessageRow = ConversationRow<MessageEntry, ThreadLine>

export function ticketRow(ticket: Ticket): MessageRow {
  return { kind: 'line', key: `ticket ${ticket.id}`, line: { kind: 'ticket', ticket } }
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
    mediaVirus: null,
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

function writerOf(message: Message): string | null {
  const { fromMe, user, participant, contactId, mediaType } = message
  if (mediaType === 'call_log') return null
  return fromMe ? `me ${user?.id ?? ''} ${sourceOf(message) ?? ''}` : `${contactId} ${participant ?? ''}`
}

interface Loaded {
  messages: readonly Message[]
  /** Older ones exist. */
  hasOlder: boolean
  /** Newer ones exist. */
  isInPast: boolean
}

/** What lies between the ends of what is loaded: the rest stands where it belongs once that is loaded, too. */
function linesWithin({ messages, hasOlder, isInPast }: Loaded, entries: readonly TimelineEntry[]): TimelineEntry[] {
  const [first, last] = [messages[0], messages.at(-1)]
  return present(entries).filter(
    ({ createdAt }) =>
      (!hasOlder || (first !== undefined && createdAt >= first.createdAt)) &&
      (!isInPast || (last !== undefined && createdAt <= last.createdAt))
  )
}

/** Rows from the oldest to the newest; what waits stands at the end. */
export function rowsOf(
  loaded: Loaded,
  waiting: readonly OutboxItem[],
  { writer, entries }: { writer: { id: number; name: string }; entries: readonly TimelineEntry[] }
): MessageRow[] {
  const { messages } = loaded
  const sent = new Set(messages.flatMap(({ clientId }) => clientId ?? []))
  const all: MessageEntry[] = [
    ...messages.map((message) => ({ message, local: null })),
    ...waiting
      .filter(({ clientId }) => !sent.has(clientId))
      .map((item) => ({ message: shapeOf(item, writer), local: item }))
  ]
  return conversationRows(
    all,
    ({ message, local }) => ({
      // The bubble of an own message stays the same one when the server has taken it.
      said: {
        key: message.clientId ?? message.id,
        id: message.id,
        isIncoming: !message.fromMe,
        isPending: local !== null
      },
      by: { moment: momentOf(message), writer: writerOf(message) }
    }),
    linesWithin(loaded, entries)
  )
}
