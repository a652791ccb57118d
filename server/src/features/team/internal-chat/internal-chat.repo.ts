// SQL of internal chats and their members; every statement is scoped by company.
import { and, asc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { rawOf } from '#database/client.ts'
import { chats, chatUsers } from '#database/tables/team/internal-chat.ts'
import { users } from '#database/tables/org/users.ts'

export type ChatRow = typeof chats.$inferSelect

export interface MemberRow {
  chatId: number
  userId: number
  unreads: number
  mentions: number
  name: string
}

const isChat = (companyId: number, id: number) => and(eq(chats.companyId, companyId), eq(chats.id, id))

interface ChatPage {
  search: string
  offset: number
  limit: number
}

/** Ids of a user's chats, the latest first, with how many there are in all. */
export async function chatIdsOf(
  db: Transaction,
  companyId: number,
  userId: number,
  { search, offset, limit }: ChatPage
): Promise<{ ids: number[]; count: number }> {
  const raw = rawOf(db)
  const matching =
    search === ''
      ? raw``
      : raw`and (strpos(lower(c.title), lower(${search})) > 0 or exists (
          select 1 from chat_users o join users u on u.company_id = o.company_id and u.id = o.user_id
          where o.company_id = c.company_id and o.chat_id = c.id and strpos(lower(u.name), lower(${search})) > 0))`
  const rows = await raw<{ id: number; count: number }[]>`
    select c.id, count(*) over ()::int as count
    from chat_users m join chats c on c.company_id = m.company_id and c.id = m.chat_id
    where m.company_id = ${companyId} and m.user_id = ${userId} ${matching}
    order by c.updated_at desc, c.id desc limit ${limit} offset ${offset}`
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 }
}

/** Chats of a user with unread messages. */
export async function unreadChatIds(db: Transaction, companyId: number, userId: number): Promise<number[]> {
  return (
    await db
      .select({ id: chatUsers.chatId })
      .from(chatUsers)
      .where(and(eq(chatUsers.companyId, companyId), eq(chatUsers.userId, userId), gt(chatUsers.unreads, 0)))
  ).map(({ id }) => id)
}

export function chatsByIds(db: Transaction, companyId: number, ids: number[]): Promise<ChatRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(chats)
        .where(and(eq(chats.companyId, companyId), inArray(chats.id, ids)))
}

export async function chatIdByUuid(db: Transaction, companyId: number, uuid: string): Promise<number | null> {
  return (
    (
      await db
        .select({ id: chats.id })
        .from(chats)
        .where(and(eq(chats.companyId, companyId), eq(chats.uuid, uuid)))
    )[0]?.id ?? null
  )
}

/** Members with their names, who joined first first. */
export function membersOf(db: Transaction, companyId: number, chatIds: number[]): Promise<MemberRow[]> {
  return chatIds.length === 0
    ? Promise.resolve([])
    : db
        .select({
          chatId: chatUsers.chatId,
          userId: chatUsers.userId,
          unreads: chatUsers.unreads,
          mentions: chatUsers.mentions,
          name: users.name
        })
        .from(chatUsers)
        .innerJoin(users, and(eq(users.companyId, chatUsers.companyId), eq(users.id, chatUsers.userId)))
        .where(and(eq(chatUsers.companyId, companyId), inArray(chatUsers.chatId, chatIds)))
        .orderBy(asc(chatUsers.joinedAt), asc(chatUsers.userId))
}

/** Holds a chat until the transaction ends, so that what its members are shown follows the order of commits. */
export const lockChat = async (db: Transaction, companyId: number, id: number): Promise<boolean> =>
  (await db.select({ id: chats.id }).from(chats).where(isChat(companyId, id)).for('no key update')).length > 0

export async function insertChat(
  db: Transaction,
  row: { companyId: number; title: string; ownerId: number }
): Promise<number> {
  const [made] = await db.insert(chats).values(row).returning({ id: chats.id })
  if (!made) throw new Error('a chat was inserted without an answer')
  return made.id
}

export async function updateChat(
  db: Transaction,
  companyId: number,
  id: number,
  change: Partial<Pick<ChatRow, 'title' | 'ownerId' | 'lastMessage' | 'updatedAt'>>
): Promise<void> {
  await db.update(chats).set(change).where(isChat(companyId, id))
}

export async function deleteChat(db: Transaction, companyId: number, id: number): Promise<void> {
  await db.delete(chats).where(isChat(companyId, id))
}

/** Makes the members of a chat exactly these; those who stay keep what they have not read. */
export async function setMembers(db: Transaction, companyId: number, chatId: number, userIds: number[]): Promise<void> {
  await db
    .delete(chatUsers)
    .where(and(eq(chatUsers.companyId, companyId), eq(chatUsers.chatId, chatId), notInArray(chatUsers.userId, userIds)))
  await db
    .insert(chatUsers)
    .values(userIds.map((userId) => ({ companyId, chatId, userId })))
    .onConflictDoNothing()
}

/** A message came: everybody but its writer has one more to read, and those it mentions are told so. */
export async function addUnread(
  db: Transaction,
  companyId: number,
  chatId: number,
  { senderId, mentions }: { senderId: number; mentions: number[] }
): Promise<void> {
  await rawOf(db)`
    update chat_users set unreads = unreads + 1,
      mentions = mentions + case when user_id = any(${mentions}::bigint[]) then 1 else 0 end
    where company_id = ${companyId} and chat_id = ${chatId} and user_id <> ${senderId}`
}

/** False when there was nothing to read. */
export async function clearUnread(
  db: Transaction,
  companyId: number,
  chatId: number,
  userId: number
): Promise<boolean> {
  const cleared = await db
    .update(chatUsers)
    .set({ unreads: 0, mentions: 0 })
    .where(
      and(
        eq(chatUsers.companyId, companyId),
        eq(chatUsers.chatId, chatId),
        eq(chatUsers.userId, userId),
        sql`(${chatUsers.unreads} > 0 or ${chatUsers.mentions} > 0)`
      )
    )
    .returning({ userId: chatUsers.userId })
  return cleared.length > 0
}

/** Of these ids those that are users of the company; they stay for this transaction. */
export async function lockedUsers(db: Transaction, companyId: number, ids: number[]): Promise<number[]> {
  return (
    await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.companyId, companyId), inArray(users.id, ids)))
      .orderBy(asc(users.id))
      .for('key share')
  ).map(({ id }) => id)
}

/** Every chat a user is a member of. */
export async function allChatIdsOf(db: Transaction, companyId: number, userId: number): Promise<number[]> {
  return (
    await db
      .select({ id: chatUsers.chatId })
      .from(chatUsers)
      .where(and(eq(chatUsers.companyId, companyId), eq(chatUsers.userId, userId)))
      .orderBy(asc(chatUsers.chatId))
  ).map(({ id }) => id)
}
