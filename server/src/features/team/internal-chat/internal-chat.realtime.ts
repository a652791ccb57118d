// Who hears what of internal chats: their members, and those who were members until now.
import { chatEvent } from '@guiche/shared/features/team/internal-chat.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { chatDeleted, chatMessageSent, chatSaved } from './internal-chat.events.ts'

function people(companyId: number, userIds: number[]) {
  return {
    companyId,
    rooms: userIds.map((userId) => roomOf.user(companyId, userId))
  }
}

/** The rooms of a chat's members. */
function membersOf({ companyId, users }: { companyId: number; users: { userId: number }[] }) {
  return people(
    companyId,
    users.map(({ userId }) => userId)
  )
}

export function internalChatRealtime(bus: EventBus): void {
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
