// Turns rows of internal chats into what travels on the wire.
import type { Chat, ChatFile, ChatMessage } from '@guiche/shared/features/team/internal-chat.ts'
import type { Ctx } from '#platform/ctx.ts'
import { mediaUrl } from '#platform/storage/media-link.ts'
import type { ChatMessageRow } from './chat-messages.repo.ts'
import type { ChatRow, MemberRow } from './internal-chat.repo.ts'

export function chatOf(row: ChatRow, members: MemberRow[]): Chat {
  return {
    id: row.id,
    uuid: row.uuid,
    title: row.title,
    ownerId: row.ownerId,
    lastMessage: row.lastMessage,
    users: members.map(({ userId, unreads, mentions, name }) => ({
      userId,
      unreads,
      mentions,
      user: { id: userId, name }
    })),
    companyId: row.companyId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString()
  }
}

function fileOf(ctx: Ctx, media: NonNullable<ChatMessageRow['media']>): ChatFile | null {
  const { key, thumbnailKey, kind, size = 0, width = null, height = null } = media
  if (key === undefined) return null
  const file = { name: media.name ?? 'arquivo', mime: media.mime ?? 'application/octet-stream' }
  const thumbnail = { name: 'thumbnail.jpg', mime: 'image/jpeg' }
  return {
    ...file,
    size,
    kind,
    width,
    height,
    url: mediaUrl(ctx, key, file),
    thumbnailUrl: thumbnailKey === undefined ? null : mediaUrl(ctx, thumbnailKey, thumbnail)
  }
}

export function chatMessageOf(ctx: Ctx, row: ChatMessageRow): ChatMessage {
  return {
    id: row.id,
    chatId: row.chatId,
    senderId: row.senderId,
    sender: { id: row.senderId, name: row.senderName },
    message: row.message,
    mentions: row.mentions,
    media: row.media && fileOf(ctx, row.media),
    clientId: row.clientId,
    companyId: row.companyId,
    createdAt: row.createdAt.toISOString()
  }
}
