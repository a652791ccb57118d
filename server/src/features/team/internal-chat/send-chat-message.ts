// Writes a message into an internal chat: text or one file, told to every member, counted as unread for the others.
import type { FastifyRequest } from 'fastify'
import { longestChatMessage, type ChatMessage } from '@guiche/shared/features/team/internal-chat.ts'
import { mentionedIn } from '@guiche/shared/features/team/mentions.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { withinStorage } from '#features/org/quotas/within-storage.ts'
import { readUploadForm, type StoredUpload } from '#features/inbox/messages/media/read-upload-form.ts'
import { uploadedImageFacts } from '#features/inbox/messages/media/thumbnails.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { cutText } from '#platform/text/cut-text.ts'
import { rememberFiles } from '#platform/storage/remember-files.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { insertMessage, messageOfClient, type NewChatMessage } from './chat-messages.repo.ts'
import { chatMessageOf } from './chat-rows.ts'
import { chatMessageSent } from './internal-chat.events.ts'
import * as repo from './internal-chat.repo.ts'
import { ownChat } from './internal-chat.service.ts'

/** Characters of the last message that the list shows. */
const previewLength = 200

interface ChatMessageDraft {
  message: string
  clientId?: string | undefined
  media?: NewChatMessage['media']
}

function write(
  ctx: Ctx,
  actor: Actor,
  chatId: number,
  { message, clientId, media = null }: ChatMessageDraft
): Promise<{ sent: ChatMessage; isRepeated: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const words = message.trim()
    if (words === '' && media === null) throw new AppError('ERR_EMPTY_MESSAGE')
    await repo.lockChat(tx.db, companyId, chatId)
    const { users } = await ownChat(tx, actor, chatId)
    const others = users.filter(({ userId }) => userId !== actor.id)
    const mentions = mentionedIn(
      words,
      others.map(({ userId, user }) => ({ userId, name: user.name }))
    )
    const sender = { senderId: actor.id, senderName: actor.name }
    const row = { companyId, chatId, ...sender, message: words, mentions, media, clientId: clientId ?? null }
    const written = await insertMessage(tx.db, row)
    if (!written) {
      const first = await messageOfClient(tx.db, companyId, actor.id, clientId ?? '')
      if (!first) throw new Error('a chat message was not inserted, and is not there')
      return { sent: chatMessageOf(tx, first), isRepeated: true }
    }
    await repo.updateChat(tx.db, companyId, chatId, {
      lastMessage: cutText(words || (media?.name ?? ''), previewLength),
      updatedAt: written.createdAt
    })
    await repo.addUnread(tx.db, companyId, chatId, { senderId: actor.id, mentions })
    const sent = chatMessageOf(tx, written)
    tx.bus.emit(chatMessageSent, { message: sent, chat: await ownChat(tx, actor, chatId) })
    return { sent, isRepeated: false }
  })
}

/**
 * A repeated call with the client id of the first is answered with what that wrote. Errors: ERR_NO_CHAT_FOUND,
 * ERR_EMPTY_MESSAGE.
 */
export const sendChatMessage = async (
  ctx: Ctx,
  actor: Actor,
  chatId: number,
  draft: Omit<ChatMessageDraft, 'media'>
): Promise<ChatMessage> => (await write(ctx, actor, chatId, draft)).sent

async function describe(
  ctx: Ctx,
  companyId: number,
  { key, mediaType, media }: StoredUpload
): Promise<NewChatMessage['media']> {
  const kinds = ['image', 'audio', 'video'] as const
  const kind = kinds.find((one) => one === mediaType) ?? 'application'
  if (kind !== 'image') return { ...media, key, kind }
  const facts = await uploadedImageFacts(ctx, companyId, key)
  // A picture that cannot be read is shown as a file.
  if (!facts) return { ...media, key, kind: 'application' }
  return { ...media, key, kind, ...facts }
}

/**
 * One file with a text under it. Errors: ERR_NO_CHAT_FOUND, ERR_EMPTY_MESSAGE, ERR_VALIDATION for more files or too long
 * a text, ERR_MEDIA_TOO_LARGE, ERR_MEDIA_TYPE_MISMATCH, ERR_MEDIA_BROKEN, ERR_UPLOAD_INTERRUPTED, ERR_STORAGE_FULL.
 * Nothing stays in storage then.
 */
export async function uploadChatFile(
  ctx: Ctx,
  actor: Actor,
  chatId: number,
  request: FastifyRequest
): Promise<ChatMessage> {
  // Whoever is no member is told before the file travels.
  await ownChat(ctx, actor, chatId)
  const stored = rememberFiles(withinStorage(ctx, actor.companyId))
  const take = async (): Promise<ChatMessageDraft> => {
    const { files, fields } = await readUploadForm(stored.ctx, actor.companyId, request)
    const [file, ...more] = files
    const message = fields.body[0] ?? ''
    if (more.length > 0) throw new AppError('ERR_VALIDATION', { fields: { medias: 'one file a message' } })
    if (message.length > longestChatMessage) throw new AppError('ERR_VALIDATION', { fields: { body: 'too long' } })
    const media = file ? await describe(stored.ctx, actor.companyId, file) : null
    return { message, clientId: fields.clientId, media }
  }
  try {
    const { sent, isRepeated } = await write(ctx, actor, chatId, await take())
    if (isRepeated) await stored.discard()
    return sent
  } catch (error) {
    if (error instanceof AppError) await stored.discard()
    throw error
  }
}
