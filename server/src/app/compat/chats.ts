// Internal chats: with their owner and members as rows, and told under the name of each chat and each person.
import {
  chatEvent,
  createChat,
  listChats,
  readChat,
  sendChatMessage,
  showChatByUuid,
  updateChat,
  type Chat,
  type ChatMessage
} from '@guiche/shared/features/team/internal-chat.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { WireMessage } from '#platform/events/domain-event.ts'
import { ownChat } from '#features/team/internal-chat/internal-chat.service.ts'
import { personFacts } from './row-facts.repo.ts'
import { answerOf, eventOf, type Setting } from './translation.ts'

async function rowsOf(ctx: Ctx, companyId: number, chats: readonly Chat[]) {
  const ids = chats.flatMap(({ ownerId, users }) => [ownerId, ...users.map(({ userId }) => userId)])
  const people = await personFacts(ctx.db, companyId, ids)
  return chats.map((chat) => ({
    ...chat,
    owner: people.get(chat.ownerId) ?? null,
    users: chat.users.map((member) => ({
      ...member,
      chatId: chat.id,
      createdAt: chat.createdAt,
      updatedAt: chat.updatedAt,
      user: people.get(member.userId) ?? member.user
    }))
  }))
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const rowOf = async (chat: Chat, { ctx }: Pick<Setting, 'ctx'>): Promise<Row | undefined> =>
  (await rowsOf(ctx, chat.companyId, [chat]))[0]

/** A message with its chat, whose members are looked at for who is to hear a sound. */
function messageRow(message: ChatMessage, chat: Row | undefined) {
  return {
    ...message,
    mediaPath: null,
    mediaName: message.media?.name ?? null,
    updatedAt: message.createdAt,
    chat
  }
}

function ofPerson(message: WireMessage, userId: number, payload: object): WireMessage {
  return {
    ...message,
    rooms: message.rooms.filter((room) => room.endsWith(`:u${userId}`)),
    name: `${message.name}-user-${userId}`,
    payload
  }
}

export const chatTranslations = {
  answers: [
    answerOf(listChats, async (page, { ctx, reader }) => ({
      ...page,
      records: await rowsOf(ctx, reader.companyId, page.records)
    })),
    answerOf(showChatByUuid, rowOf),
    answerOf(createChat, rowOf),
    answerOf(updateChat, rowOf),
    answerOf(readChat, rowOf),
    answerOf(sendChatMessage, async (message, { ctx, reader }) => {
      const chat = reader.actor ? await ownChat(ctx, reader.actor, message.chatId) : null
      return messageRow(message, chat ? await rowOf(chat, { ctx }) : undefined)
    })
  ],
  events: [
    eventOf(chatEvent, async (ctx, message) => {
      const { payload, name } = message
      if (payload.action === 'delete') return [message]
      if (payload.action === 'new-message') {
        const chat = await rowOf(payload.chat, { ctx })
        const told = { ...payload, chat, newMessage: messageRow(payload.newMessage, chat) }
        return [
          { ...message, payload: told },
          { ...message, name: `${name}-${payload.chat.id}`, payload: told }
        ]
      }
      const record = await rowOf(payload.action === 'create' ? payload.record : payload.chat, { ctx })
      const told = payload.action === 'create' ? { ...payload, record } : { ...payload, record, chat: record }
      const members = record?.users.map(({ userId }) => ofPerson(message, userId, told)) ?? []
      const open = { ...message, name: `${name}-${record?.id}`, payload: told }
      return [{ ...message, payload: told }, ...(payload.action === 'update' ? [open] : []), ...members]
    })
  ]
}
