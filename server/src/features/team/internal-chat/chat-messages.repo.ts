// SQL of the messages of internal chats.
import { and, asc, desc, eq, inArray, isNotNull, lt, notExists } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { chatMessages, chats } from '#database/tables/team/internal-chat.ts'

export type ChatMessageRow = typeof chatMessages.$inferSelect
export type NewChatMessage = typeof chatMessages.$inferInsert

interface MessagePage {
  beforeId?: number | undefined
  offset: number
  limit: number
}

/** Newest first. */
export function pageOfMessages(
  db: Transaction,
  companyId: number,
  chatId: number,
  { beforeId, offset, limit }: MessagePage
): Promise<ChatMessageRow[]> {
  return db
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.companyId, companyId),
        eq(chatMessages.chatId, chatId),
        beforeId === undefined ? undefined : lt(chatMessages.id, beforeId)
      )
    )
    .orderBy(desc(chatMessages.id))
    .limit(limit)
    .offset(offset)
}

/** Null when the sender's message of that client id is there already. */
export const insertMessage = async (db: Transaction, row: NewChatMessage): Promise<ChatMessageRow | null> =>
  (await db.insert(chatMessages).values(row).onConflictDoNothing().returning())[0] ?? null

export async function messageOfClient(
  db: Transaction,
  companyId: number,
  senderId: number,
  clientId: string
): Promise<ChatMessageRow | undefined> {
  return (
    await db
      .select()
      .from(chatMessages)
      .where(
        and(
          eq(chatMessages.companyId, companyId),
          eq(chatMessages.senderId, senderId),
          eq(chatMessages.clientId, clientId)
        )
      )
  )[0]
}

/** Storage keys of every file of a chat. */
export async function fileKeysOf(db: Transaction, companyId: number, chatId: number): Promise<string[]> {
  const rows = await db
    .select({ media: chatMessages.media })
    .from(chatMessages)
    .where(and(eq(chatMessages.companyId, companyId), eq(chatMessages.chatId, chatId), isNotNull(chatMessages.media)))
  return rows.flatMap(({ media }) => [media?.key, media?.thumbnailKey].filter((key) => key !== undefined))
}

const isOlder = (companyId: number, before: Date) =>
  and(eq(chatMessages.companyId, companyId), lt(chatMessages.createdAt, before))

/** Deletes the oldest ones; returns the chat and the file of each. */
export function deleteOlderMessages(db: Transaction, companyId: number, before: Date, limit: number) {
  const oldest = db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(isOlder(companyId, before))
    .orderBy(asc(chatMessages.id))
    .limit(limit)
  return db
    .delete(chatMessages)
    .where(and(eq(chatMessages.companyId, companyId), inArray(chatMessages.id, oldest)))
    .returning({ chatId: chatMessages.chatId, media: chatMessages.media })
}

export const countOlderMessages = (db: Transaction, companyId: number, before: Date): Promise<number> =>
  db.$count(chatMessages, isOlder(companyId, before))

/** Chats of these in which nothing stands any more say no last message either. */
export async function clearEmptyChats(db: Transaction, companyId: number, chatIds: number[]): Promise<void> {
  const left = db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(and(eq(chatMessages.companyId, chats.companyId), eq(chatMessages.chatId, chats.id)))
  await db
    .update(chats)
    .set({ lastMessage: '' })
    .where(and(eq(chats.companyId, companyId), inArray(chats.id, chatIds), notExists(left)))
}
