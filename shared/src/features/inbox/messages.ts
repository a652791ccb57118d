// Messages of a ticket: history, sending, editing, deleting, receipts.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, instant, nullableOf, optionalOf, queryFlag, text, uuid } from '../../kernel/ids.ts'
import { pageNumber } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { contactBrief } from './contacts.ts'
import { mediaStates, mediaTypes } from './media-types.ts'
import { ticketSchema } from './tickets.ts'

/** Messages a page of history. */
export const messagePageSize = 20

/** Characters WhatsApp takes in one text. */
export const longestText = 65_536
/** Files that one call may send. */
export const mostFiles = 30

/** `chat` is plain text. `unknown` is a kind this version cannot show; its raw form is kept. */
/** 0 waiting, 1 sent, 2 delivered, 3 read by some of a group, 4 read, 5 played. Only ever rises. */
export const ackLevels = { waiting: 0, sent: 1, delivered: 2, readBySome: 3, read: 4, played: 5 } as const

/** Where an own message stands on its way out; `received` for those of customers. */
const deliveryStates = ['received', 'waiting', 'sent', 'failed', 'cancelled'] as const

/** Why an own message did not go out. */
export const failureReasons = [
  'not-on-whatsapp',
  'refused',
  'reach-out-locked',
  'media-broken',
  'media-too-large',
  'no-session',
  'expired',
  'unknown'
] as const
export type FailureReason = (typeof failureReasons)[number]

const reactionSchema = z.object({
  emoji: z.string(),
  fromMe: z.boolean(),
  contactId: z.number().nullable(),
  name: z.string()
})

const messageCore = z.object({
  id: z.string(),
  ticketId: z.number(),
  contactId: z.number(),
  companyId: z.number(),
  whatsappId: z.number().nullable(),
  queueId: z.number().nullable(),
  body: z.string(),
  fromMe: z.boolean(),
  read: z.boolean(),
  mediaType: z.enum(mediaTypes),
  /** Signed, ready to use, null for text; valid for days. */
  mediaUrl: z.string().nullable(),
  /** The same file at `/public/{mediaPath}`, as older clients put the address together. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaMime: z.string().nullable(),
  /** Bytes. */
  mediaSize: z.number().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** 64 levels of 0 to 100 for voice notes. */
  waveform: z.array(z.number()).nullable(),
  /** Voice note rather than an audio file. */
  isVoice: z.boolean(),
  thumbnailUrl: z.string().nullable(),
  /**
   * `fetching` while it is on its way to us, `failed` when it could not be had, `remote` until somebody asks for it, `expired`
   * when it was older than the company keeps files, `infected` when a virus was found in it, which was not kept, `unchecked` when
   * it could not be had because it could not be scanned.
   */
  mediaState: z.enum(mediaStates),
  /** What was found in an `infected` file, as the scanner calls it. */
  mediaVirus: z.string().nullable(),
  ack: z.number(),
  delivery: z.enum(deliveryStates),
  failure: z.enum(failureReasons).nullable(),
  /** Deleted for everyone: text and files are left out of every answer; see `showDeletedContent`. */
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  /** Passed on from another conversation, by whoever wrote it. */
  isForwarded: z.boolean(),
  reactions: z.array(reactionSchema),
  /** Person who wrote it in a group, or the contact. */
  participant: z.string().nullable(),
  senderName: z.string().nullable(),
  /** Attendant who wrote it; null for automatic messages and for those written on the phone. */
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The id the sending client gave its pending bubble. */
  clientId: z.string().nullable(),
  /** Came in while this server or its connection was away. */
  receivedOffline: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  /** Order within the ticket: by createdAt, then by seq. */
  seq: z.number()
})

export const messageSchema = messageCore.extend({
  /** WhatsApp refused the last deletion or edit: the customer still has the message as it was before, and so has the desk. */
  refusedChange: z
    .object({
      change: z.enum(['delete', 'edit']),
      code: z.enum(['ERR_DELETE_WAPP_MSG', 'ERR_FETCH_WAPP_MSG']),
      /** Who had asked for it. */
      userId: z.number().nullable()
    })
    .nullable(),
  quotedMsgId: z.string().nullable(),
  quotedMsg: messageCore
    .pick({
      id: true,
      body: true,
      fromMe: true,
      mediaType: true,
      mediaUrl: true,
      thumbnailUrl: true,
      mediaName: true,
      senderName: true,
      isDeleted: true
    })
    .extend({
      /** Who wrote it, as legacy clients read it; null for an own one. */
      contact: contactBrief.pick({ id: true, name: true }).nullable()
    })
    .nullable(),
  contact: contactBrief.nullable()
})
export type Message = z.infer<typeof messageSchema>
export type QuotedMessage = NonNullable<Message['quotedMsg']>

export const listMessages = endpoint({
  method: 'GET',
  path: '/messages/:ticketId',
  access: 'user',
  params: z.object({ ticketId: id }),
  query: z.object({
    pageNumber,
    /** Instead of a page: up to 20 messages before this one. */
    before: optionalOf(uuid),
    /** Instead of a page: the messages around this one (to jump to a quote or a search hit). */
    around: optionalOf(uuid),
    /** Page 1 counts as read by the ticket's attendant, unless this is set: fetched to be looked at later. */
    keepUnread: queryFlag.optional()
  }),
  response: z.object({
    messages: z.array(messageSchema),
    count: z.number(),
    ticket: ticketSchema,
    hasMore: z.boolean()
  }),
  summary: 'A page of 20, oldest first; page 1 is the newest. `count` is the number of messages of the ticket'
})

const messageDraft = z.object({
  body: text(longestText).default(''),
  quotedMsg: z
    .object({ id: z.string() })
    .nullish()
    .transform((v) => v ?? null),
  /** Sent by legacy clients; without effect. */
  read: z.unknown().optional(),
  fromMe: z.unknown().optional(),
  mediaUrl: z.unknown().optional(),
  /** Lets a repeated request find its first message instead of writing a second. */
  clientId: nullableOf(text(64)).optional()
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/messages/:ticketId',
  access: 'user',
  params: z.object({ ticketId: id }),
  body: messageDraft,
  multipart: true,
  response: z.object({ messages: z.array(messageSchema) }),
  summary:
    'JSON text, or multipart with fields medias (up to 30 files), body (one a file), quotedMsgId, clientId, voice (true for a voice note), waveform (JSON list of 64 levels of 0 to 100), posters (a JPEG of up to 200 kB a video, in the order of the videos; an empty file for none)'
})

const messageParams = z.object({ messageId: uuid })
export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/messages/:messageId',
  access: 'user',
  permission: 'messages:delete',
  params: messageParams,
  response: messageSchema,
  summary: 'Deletes an own message for everybody, up to 60 hours after it was sent; a waiting one is cancelled'
})
export const editMessage = endpoint({
  method: 'PUT',
  path: '/messages/:messageId',
  access: 'user',
  params: messageParams,
  body: z.object({ body: text(longestText) }),
  response: messageSchema,
  summary: 'Edits an own text, up to 15 minutes after it was sent'
})
export const retryMessage = endpoint({
  method: 'POST',
  path: '/messages/:messageId/retry',
  access: 'user',
  params: messageParams,
  response: messageSchema,
  summary: 'Sends a failed message again, under the same WhatsApp id'
})
export const cancelMessage = endpoint({
  method: 'POST',
  path: '/messages/:messageId/cancel',
  access: 'user',
  params: messageParams,
  response: messageSchema,
  summary: 'Cancels a message that still waits to go out: the author or an admin'
})
export const reactToMessage = endpoint({
  method: 'POST',
  path: '/messages/:messageId/reaction',
  access: 'user',
  params: messageParams,
  body: z.object({ emoji: text(16) }),
  response: messageSchema,
  summary: 'Sets our reaction; empty text takes it back'
})
export const refetchMedia = endpoint({
  method: 'POST',
  path: '/messages/:messageId/media',
  access: 'user',
  params: messageParams,
  response: messageSchema,
  summary: 'Fetches a file that could not be had, or that nobody has asked for yet'
})
export const markTicketRead = endpoint({
  method: 'POST',
  path: '/messages/:ticketId/read',
  access: 'user',
  params: z.object({ ticketId: id }),
  response: z.object({ ticketId: z.number(), unreadMessages: z.number() }),
  summary: 'The attendant has seen the conversation: counter to zero and read marks on WhatsApp'
})
export const showTyping = endpoint({
  method: 'POST',
  path: '/messages/:ticketId/typing',
  access: 'user',
  params: z.object({ ticketId: id }),
  body: z.object({ state: z.enum(['composing', 'recording', 'paused']) }),
  response: z.object({})
})

export const messageEvent = wireEvent(
  (companyId) => `company-${companyId}-appMessage`,
  z.object({
    action: z.enum(['create', 'update']),
    message: messageSchema,
    ticket: ticketSchema,
    contact: contactBrief
  })
)

/** A customer is typing or recording; not kept for catching up. */
export const presenceEvent = wireEvent(
  (companyId) => `company-${companyId}-presence`,
  z.object({ ticketId: z.number(), contactId: z.number(), state: z.enum(['composing', 'recording', 'paused']) })
)

/** Body of a location: `image | link | description`. */
export function parseLocationBody(body: string): { image: string; link: string; description: string } {
  const [image = '', link = '', description = ''] = body.split('|').map((part) => part.trim())
  return { image, link, description }
}

/** How the client id of a message begins that nobody wrote by hand: where it comes from. */
export const sourceMarks = { bot: 'bot-', campaign: 'campaign-', schedule: 'schedule-' } as const
export type MessageSource = keyof typeof sourceMarks

const sources = Object.keys(sourceMarks) as MessageSource[]

/** Null for what a person wrote, here or on the phone, and for what a customer sent. */
export function sourceOf({ fromMe, clientId }: Pick<Message, 'fromMe' | 'clientId'>): MessageSource | null {
  if (!fromMe || clientId === null) return null
  return sources.find((source) => clientId.startsWith(sourceMarks[source])) ?? null
}
