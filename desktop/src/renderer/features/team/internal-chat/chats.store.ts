// The person's internal chats: the list of the screen, and which have something unread.
import { chatEvent, deleteChat, listChats, type Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { userEvent } from '@guiche/shared/features/org/users.ts'
import { ageOf, type AsOf } from '#platform/net/as-of.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { createEntities, emptyEntities, putEntity, takeEntities } from '#platform/replica/entities.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'
import { useSession } from '#platform/session/session.ts'

const latestFirst = (a: Chat, b: Chat): number => b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id

/** Whether chats have unread messages, also those of pages that have not been loaded. */
interface UnreadMark {
  id: number
  isUnread: boolean
}
const marks = createEntities<UnreadMark>()
onLifecycle({ signedOut: () => emptyEntities(marks) })

export const unreadChats = (): number[] =>
  [...marks.use.getState().rows.values()].flatMap(({ id, isUnread }) => (isUnread ? [id] : []))
export const useUnreadChats = (): number => marks.use(() => unreadChats().length)

/** Every page of either list names all that have something unread. */
function takeUnread(ids: readonly number[], asOf: AsOf): void {
  const all = new Set([...ids, ...unreadChats()])
  takeEntities(
    marks,
    [...all].map((id) => ({ id, isUnread: ids.includes(id) })),
    asOf
  )
}

/** What the screen lists, searched or not. */
export const chats = createPagedList<Chat>({
  fetchPage: async (query, read) => {
    const answer = await read(listChats, { query })
    const { records, count, hasMore, unreadIds } = answer
    return { items: records, count, hasMore, accept: () => takeUnread(unreadIds, ageOf(answer) as AsOf) }
  },
  compare: latestFirst,
  isResorted: true,
  matches: ({ title, users }, search) =>
    [title, ...users.map(({ user }) => user.name)].some((text) => text.toLowerCase().includes(search))
})

/** The chat that an event carries. */
export const chatOf = (
  event: { action: 'create'; record: Chat } | { action: 'update' | 'new-message'; chat: Chat }
): Chat => (event.action === 'create' ? event.record : event.chat)

/** What a member has not read; zeros for who is no member. */
export const unreadOf = (chat: Chat, userId: number | undefined): { unreads: number; mentions: number } =>
  chat.users.find((one) => one.userId === userId) ?? { unreads: 0, mentions: 0 }

function markOf(chat: Chat): UnreadMark {
  return { id: chat.id, isUnread: unreadOf(chat, useSession.getState().user?.id).unreads > 0 }
}

/** Puts in what an own call answered, or what it will: in the lists in the place its last message gives it. */
export function putChat(chat: Chat): void {
  chats.upsert(chat)
  putEntity(marks, markOf(chat), { age: ageOf(chat) })
}

applyEvent(chats, chatEvent, (event) =>
  event.action === 'delete' ? { gone: event.id } : { row: chatOf(event), isNew: true }
)
applyEvent({ entities: marks }, chatEvent, (event) => ({
  row: event.action === 'delete' ? { id: event.id, isUnread: false } : markOf(chatOf(event))
}))

// People may change their name; the chats they are in carry it.
listen(userEvent, (event) => {
  if (event.action !== 'update') return
  const { id, name } = event.user
  for (const chat of chats.use.getState().items) {
    if (!chat.users.some(({ user }) => user.id === id && user.name !== name)) continue
    const users = chat.users.map((one) => (one.userId === id ? { ...one, user: { id, name } } : one))
    putEntity(chats.entities, { ...chat, users }, { isNew: false })
  }
})

/** Loads the chats, and with them what is unread. */
export function ensureChats(): void {
  if (chats.use.getState().phase === 'idle') void chats.refresh()
}

/** Deletes a chat with its messages. Errors: ApiError. */
export async function removeChat(id: number): Promise<void> {
  await call(deleteChat, { params: { id } })
  chats.remove(id)
  putEntity(marks, { id, isUnread: false })
}
