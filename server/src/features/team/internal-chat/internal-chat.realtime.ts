// Who hears what of internal chats: their members, and those who were members until now.
import { chatEvent } from '@guiche/shared/features/team/internal-chat.ts'
import type { Ctx, EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { chatDeleted, chatMessageSent, chatSaved } from './internal-chat.events.ts'

const people = (companyId: number, userIds: number[]) => ({
  companyId,
  rooms: userIds.map((userId) => roomOf.user(companyId, userId))
})

/** The rooms of a chat's members. */
const membersOf = ({ companyId, users }: { companyId: number; users: { userId: number }[] }) =>
  people(
    companyId,
    users.map(({ userId }) => userId)
  )

export const internalChatRealtime = (bus: EventBus): void => {
  bus.project(chatSaved, ({ chat, isNew, left }) => [
    ...(left.length > 0
      ? [wireMessage(chatEvent, people(chat.companyId, left), { action: 'delete', id: chat.id })]
      : []),
    wireMessage(chatEvent, membersOf(chat), isNew ? { action: 'create', record: chat } : { action: 'update', chat })
  ])
  bus.project(chatDeleted, ({ companyId, chatId, userIds }) => [
    wireMessage(chatEvent, people(companyId, userIds), { action: 'delete', id: chatId })
  ])
  bus.project(chatMessageSent, ({ message, chat }) => [
    wireMessage(chatEvent, membersOf(chat), { action: 'new-message', newMessage: message, chat })
  ])
}

/** Clients of the family listen for messages under the chat's own name, and for chats under that of each person. */
export const tellFamily = (bus: EventBus): void => {
  const tellEach = (ctx: Ctx, companyId: number, userIds: number[], payload: object): void => {
    for (const userId of userIds) {
      const name = `${chatEvent.channel(companyId)}-user-${userId}`
      ctx.realtime.publish({ ...people(companyId, [userId]), name, payload: { ...payload } })
    }
  }
  bus.on(chatMessageSent, (ctx, { message, chat }) =>
    ctx.realtime.publish({
      ...membersOf(chat),
      name: `${chatEvent.channel(chat.companyId)}-${chat.id}`,
      payload: { action: 'new-message', newMessage: message, chat }
    })
  )
  bus.on(chatSaved, (ctx, { chat, isNew, left }) => {
    const members = chat.users.map(({ userId }) => userId)
    tellEach(ctx, chat.companyId, members, { action: isNew ? 'create' : 'update', record: chat })
    tellEach(ctx, chat.companyId, left, { action: 'delete', id: chat.id })
  })
  bus.on(chatDeleted, (ctx, { companyId, chatId, userIds }) =>
    tellEach(ctx, companyId, userIds, { action: 'delete', id: chatId })
  )
}
