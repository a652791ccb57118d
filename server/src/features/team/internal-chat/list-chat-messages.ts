// The history of an internal chat, page by page from the newest.
import { chatPageSize, type ChatMessage } from '@guiche/shared/features/team/internal-chat.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pageOfMessages } from './chat-messages.repo.ts'
import { chatMessageOf } from './chat-rows.ts'
import { ownChat } from './internal-chat.service.ts'

interface HistoryQuery {
  pageNumber: number
  beforeId?: number | undefined
}

/** Oldest first within the page. Errors: ERR_NO_CHAT_FOUND. */
export async function listChatMessages(
  ctx: Ctx,
  actor: Actor,
  chatId: number,
  { pageNumber, beforeId }: HistoryQuery
): Promise<{ records: ChatMessage[]; hasMore: boolean }> {
  await ownChat(ctx, actor, chatId)
  const offset = beforeId === undefined ? (pageNumber - 1) * chatPageSize : 0
  const rows = await pageOfMessages(ctx.db, actor.companyId, chatId, { beforeId, offset, limit: chatPageSize + 1 })
  const records = rows
    .slice(0, chatPageSize)
    .map((row) => chatMessageOf(ctx, row))
    .toReversed()
  return { records, hasMore: rows.length > chatPageSize }
}
