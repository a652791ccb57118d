// Rules of internal chats: who is in one, what is unread, and what happens to them when somebody leaves the company.
import type { Chat, ChatDraft, ChatPatch } from '@guiche/shared/features/team/internal-chat.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { chatOf } from './chat-rows.ts'
import { fileKeysOf } from './chat-messages.repo.ts'
import { chatDeleted, chatSaved } from './internal-chat.events.ts'
import { removeChatFiles } from './internal-chat.jobs.ts'
import { isMember, isOwner } from './internal-chat.policy.ts'
import * as repo from './internal-chat.repo.ts'

/** Chats a page. */
const pageSize = 20
/** Files removed by one job. */
const filesAtOnce = 500

/** Chats as their members see them, in the order of `ids`. */
async function chatsByIds(ctx: Ctx, companyId: number, ids: number[]): Promise<Chat[]> {
  const rows = new Map((await repo.chatsByIds(ctx.db, companyId, ids)).map((row) => [row.id, row]))
  const members = Map.groupBy(await repo.membersOf(ctx.db, companyId, ids), ({ chatId }) => chatId)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [chatOf(row, members.get(id) ?? [])] : []
  })
}

/** A chat the caller is a member of. Errors: ERR_NO_CHAT_FOUND. */
export async function ownChat(ctx: Ctx, actor: Actor, id: number): Promise<Chat> {
  const [chat] = await chatsByIds(ctx, actor.companyId, [id])
  if (!chat || !isMember(actor, chat)) throw new AppError('ERR_NO_CHAT_FOUND')
  return chat
}

export async function listChats(ctx: Ctx, actor: Actor, query: { searchParam: string; pageNumber: number }) {
  const offset = (query.pageNumber - 1) * pageSize
  const page = { search: query.searchParam.trim(), offset, limit: pageSize }
  const [{ ids, count }, unreadIds] = await Promise.all([
    repo.chatIdsOf(ctx.db, actor.companyId, actor.id, page),
    repo.unreadChatIds(ctx.db, actor.companyId, actor.id)
  ])
  return {
    records: await chatsByIds(ctx, actor.companyId, ids),
    count,
    hasMore: offset + ids.length < count,
    unreadIds
  }
}

/** Errors: ERR_NO_CHAT_FOUND. */
export async function showChatByUuid(ctx: Ctx, actor: Actor, uuid: string): Promise<Chat> {
  const id = await repo.chatIdByUuid(ctx.db, actor.companyId, uuid)
  if (id === null) throw new AppError('ERR_NO_CHAT_FOUND')
  return ownChat(ctx, actor, id)
}

/** Errors: ERR_NO_USER_FOUND for members that are not of the company. */
async function setMembers(tx: Ctx, actor: Actor, chatId: number, asked: { id: number }[]): Promise<void> {
  const wanted = [...new Set([actor.id, ...asked.map(({ id }) => id)])]
  const held = await repo.lockedUsers(tx.db, actor.companyId, wanted)
  if (held.length < wanted.length) throw new AppError('ERR_NO_USER_FOUND', { fields: { users: 'ERR_NO_USER_FOUND' } })
  await repo.setMembers(tx.db, actor.companyId, chatId, wanted)
}

/** Errors: ERR_NO_USER_FOUND. */
export function createChat(ctx: Ctx, actor: Actor, draft: ChatDraft): Promise<Chat> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const id = await repo.insertChat(tx.db, { companyId, title: draft.title, ownerId: actor.id })
    await setMembers(tx, actor, id, draft.users)
    const chat = await ownChat(tx, actor, id)
    tx.bus.emit(chatSaved, { chat, isNew: true, left: [] })
    return chat
  })
}

/** The chat, held for its owner. Errors: ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION. */
async function lockForOwner(tx: Ctx, actor: Actor, id: number): Promise<Chat> {
  await repo.lockChat(tx.db, actor.companyId, id)
  const chat = await ownChat(tx, actor, id)
  if (!isOwner(actor, chat)) throw new AppError('ERR_NO_PERMISSION')
  return chat
}

/** Errors: ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION, ERR_NO_USER_FOUND. */
export function updateChat(ctx: Ctx, actor: Actor, id: number, draft: ChatPatch): Promise<Chat> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockForOwner(tx, actor, id)
    if (draft.title !== undefined) await repo.updateChat(tx.db, actor.companyId, id, { title: draft.title })
    if (draft.users) await setMembers(tx, actor, id, draft.users)
    const chat = await ownChat(tx, actor, id)
    const still = new Set(chat.users.map(({ userId }) => userId))
    const left = before.users.flatMap(({ userId }) => (still.has(userId) ? [] : [userId]))
    tx.bus.emit(chatSaved, { chat, isNew: false, left })
    return chat
  })
}

/** Takes a chat away with everything in it; its files go by a job. */
async function dropChat(tx: Ctx, { companyId, id, users }: Chat): Promise<void> {
  const keys = await fileKeysOf(tx.db, companyId, id)
  for (let at = 0; at < keys.length; at += filesAtOnce)
    await tx.jobs.add(tx, removeChatFiles, { keys: keys.slice(at, at + filesAtOnce) })
  await repo.deleteChat(tx.db, companyId, id)
  tx.bus.emit(chatDeleted, { companyId, chatId: id, userIds: users.map(({ userId }) => userId) })
}

/** Errors: ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION. */
export const deleteChat = (ctx: Ctx, actor: Actor, id: number): Promise<void> =>
  inTransaction(ctx, async (tx) => dropChat(tx, await lockForOwner(tx, actor, id)))

/** The caller has read everything in the chat. Errors: ERR_NO_CHAT_FOUND. */
export function readChat(ctx: Ctx, actor: Actor, id: number): Promise<Chat> {
  return inTransaction(ctx, async (tx) => {
    await repo.lockChat(tx.db, actor.companyId, id)
    const before = await ownChat(tx, actor, id)
    if (!(await repo.clearUnread(tx.db, actor.companyId, id, actor.id))) return before
    const chat = await ownChat(tx, actor, id)
    tx.bus.emit(chatSaved, { chat, isNew: false, left: [] })
    return chat
  })
}

/** A user goes: their chats pass to whoever joined first, and those with nobody left go with them. */
export async function releaseUser(tx: Ctx, companyId: number, userId: number): Promise<void> {
  const ids = await repo.allChatIdsOf(tx.db, companyId, userId)
  for (const id of ids) await repo.lockChat(tx.db, companyId, id)
  for (const chat of await chatsByIds(tx, companyId, ids)) {
    const others = chat.users.filter((one) => one.userId !== userId)
    const heir = others[0]?.userId
    if (heir === undefined) {
      await dropChat(tx, chat)
      continue
    }
    const ownerId = chat.ownerId === userId ? heir : chat.ownerId
    if (ownerId !== chat.ownerId) await repo.updateChat(tx.db, companyId, chat.id, { ownerId })
    tx.bus.emit(chatSaved, { chat: { ...chat, ownerId, users: others }, isNew: false, left: [userId] })
  }
}
