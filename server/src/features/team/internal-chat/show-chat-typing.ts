// Shows the other members of a chat who is typing; it is not kept.
import { chatTypingEvent } from '@guiche/shared/features/team/internal-chat.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { ownChat } from './internal-chat.service.ts'

/** Errors: ERR_NO_CHAT_FOUND. */
export async function showChatTyping(ctx: Ctx, actor: Actor, chatId: number): Promise<void> {
  const { companyId } = actor
  const { users } = await ownChat(ctx, actor, chatId)
  const rooms = users.filter(({ userId }) => userId !== actor.id).map(({ userId }) => roomOf.user(companyId, userId))
  ctx.realtime.publish(
    wireMessage(chatTypingEvent, { companyId, rooms }, { chatId, userId: actor.id, name: actor.name })
  )
}
