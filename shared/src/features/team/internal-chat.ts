// Internal chat: conversations among the people of a company.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, optionalId, optionalOf, text, uuid } from '../../kernel/ids.ts'
import { pageNumber, pageQuery } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

/** Messages a page of history. */
export const chatPageSize = 30
/** Characters of one message. */
export const longestChatMessage = 4_096

const chatMember = z.object({
  userId: z.number(),
  /** Messages of others that came after the member last looked. */
  unreads: z.number(),
  /** How many of them mention the member. */
  mentions: z.number(),
  user: z.object({ id: z.number(), name: z.string() })
})

export const chatSchema = z.object({
  id: z.number(),
  uuid: z.string(),
  title: z.string(),
  ownerId: z.number(),
  lastMessage: z.string(),
  users: z.array(chatMember),
  companyId: z.number(),
  createdAt: instant,
  /** Moves with every message. */
  updatedAt: instant
})
export type Chat = z.infer<typeof chatSchema>

const chatFile = z.object({
  name: z.string(),
  mime: z.string(),
  /** Bytes. */
  size: z.number(),
  kind: z.enum(['image', 'audio', 'video', 'application']),
  /** Signed, ready to use, valid for days. */
  url: z.string(),
  /** Small picture of an image. */
  thumbnailUrl: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable()
})
export type ChatFile = z.infer<typeof chatFile>

export const chatMessageSchema = z.object({
  id: z.number(),
  chatId: z.number(),
  senderId: z.number(),
  /** As they were called when they wrote; they may be gone since. */
  sender: z.object({ id: z.number(), name: z.string() }),
  message: z.string(),
  /** Users the message mentions. */
  mentions: z.array(z.number()),
  media: chatFile.nullable(),
  /** Given by the sending console, so that it knows its message again. */
  clientId: z.string().nullable(),
  companyId: z.number(),
  createdAt: instant
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

export const chatDraft = z.object({
  title: text(100).trim().min(1, 'Por favor, preencha o título da conversa.'),
  /** The owner is a member without being named. */
  users: z.array(z.object({ id })).min(1, 'Por favor, selecione pelo menos um usuário.').max(500)
})
export type ChatDraft = z.output<typeof chatDraft>
const chatPatch = chatDraft.partial()
export type ChatPatch = z.output<typeof chatPatch>

const planFlag = 'useInternalChat' as const

export const listChats = endpoint({
  method: 'GET',
  path: '/chats',
  access: 'user',
  planFlag,
  query: pageQuery,
  response: z.object({
    records: z.array(chatSchema),
    count: z.number(),
    hasMore: z.boolean(),
    /** Chats with unread messages, on all pages. */
    unreadIds: z.array(z.number())
  }),
  summary: 'Chats the caller is a member of, the latest first, 20 a page; the search looks at titles and names'
})
export const showChatByUuid = endpoint({
  method: 'GET',
  path: '/chats/u/:uuid',
  access: 'user',
  planFlag,
  params: z.object({ uuid }),
  response: chatSchema
})
export const createChat = endpoint({
  method: 'POST',
  path: '/chats',
  access: 'user',
  planFlag,
  body: chatDraft,
  response: chatSchema
})
export const updateChat = endpoint({
  method: 'PUT',
  path: '/chats/:id',
  access: 'user',
  planFlag,
  params: idParams,
  body: chatPatch,
  response: chatSchema,
  summary: 'Title and members; for the owner'
})
export const deleteChat = endpoint({
  method: 'DELETE',
  path: '/chats/:id',
  access: 'user',
  planFlag,
  params: idParams,
  response: z.object({ message: z.string() }),
  summary: 'Deletes the chat with its messages and files; for the owner'
})
export const readChat = endpoint({
  method: 'POST',
  path: '/chats/:id/read',
  access: 'user',
  planFlag,
  params: idParams,
  /** Always counts for the caller, whoever is named. */
  body: z.object({ userId: optionalId }),
  response: chatSchema
})
export const listChatMessages = endpoint({
  method: 'GET',
  path: '/chats/:id/messages',
  access: 'user',
  planFlag,
  params: idParams,
  query: z.object({
    pageNumber,
    /** Those before this message; takes the place of the page number. */
    beforeId: optionalId
  }),
  response: z.object({ records: z.array(chatMessageSchema), hasMore: z.boolean() }),
  summary: 'Oldest first within the page; the first page is the newest'
})
export const sendChatMessage = endpoint({
  method: 'POST',
  path: '/chats/:id/messages',
  access: 'user',
  planFlag,
  params: idParams,
  body: z.object({ message: text(longestChatMessage), clientId: optionalOf(text(64)) }),
  multipart: true,
  response: chatMessageSchema,
  summary: 'Text as JSON, or one file (`medias`) with `body` and `clientId` as fields of a form'
})
export const announceChatTyping = endpoint({
  method: 'POST',
  path: '/chats/:id/typing',
  access: 'user',
  planFlag,
  params: idParams,
  response: z.object({})
})

export const chatEvent = wireEvent(
  (companyId) => `company-${companyId}-chat`,
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('create'), record: chatSchema }),
    z.object({ action: z.literal('update'), chat: chatSchema }),
    z.object({ action: z.literal('new-message'), newMessage: chatMessageSchema, chat: chatSchema }),
    /** Also sent to those who are no longer members. */
    z.object({ action: z.literal('delete'), id: z.number() })
  ])
)

/** Not kept: who types is told to those who are there. */
export const chatTypingEvent = wireEvent(
  (companyId) => `company-${companyId}-chat-typing`,
  z.object({ chatId: z.number(), userId: z.number(), name: z.string() })
)
