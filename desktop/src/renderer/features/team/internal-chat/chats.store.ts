// The person's internal chats: the latest for the popover, the list of the screen, and which have something unread.
import { create } from 'zustand'
import { chatEvent, deleteChat, listChats, type Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { userEvent } from '@guiche/shared/features/org/users.ts'
import { call } from '#platform/http.ts'
import { createPagedList, type PagedList } from '#platform/paged-list.ts'
import { listen } from '#platform/realtime.ts'
import { onSignedOut, useSession } from '#platform/session.ts'

const latestFirst = (a: Chat, b: Chat): number => b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id

/** Ids of chats with unread messages, whether or not they are on a page that was loaded. */
export const useUnreadChats = create<{ ids: ReadonlySet<number> }>(() => ({ ids: new Set() }))
onSignedOut(() => useUnreadChats.setState({ ids: new Set() }))

const buildList = (): PagedList<Chat> =>
  createPagedList<Chat>({
    fetchPage: async (query) => {
      const { records, count, hasMore, unreadIds } = await call(listChats, { query })
      useUnreadChats.setState({ ids: new Set(unreadIds) })
      return { items: records, count, hasMore }
    },
    compare: latestFirst,
    matches: ({ title, users }, search) =>
      [title, ...users.map(({ user }) => user.name)].some((text) => text.toLowerCase().includes(search))
  })

/** What the popover shows. */
export const recentChats = buildList()
/** What the screen lists, searched or not. */
export const chats = buildList()

const lists = [recentChats, chats]

/** What a member has not read; zeros for who is no member. */
export const unreadOf = (chat: Chat, userId: number | undefined): { unreads: number; mentions: number } =>
  chat.users.find((one) => one.userId === userId) ?? { unreads: 0, mentions: 0 }

const noteUnread = (chat: Chat): void => {
  const { ids } = useUnreadChats.getState()
  const isUnread = unreadOf(chat, useSession.getState().user?.id).unreads > 0
  if (ids.has(chat.id) === isUnread) return
  useUnreadChats.setState({ ids: new Set(isUnread ? [...ids, chat.id] : [...ids].filter((id) => id !== chat.id)) })
}

/** Puts a chat into the lists that have been asked for, in the place its last message gives it. */
export const putChat = (chat: Chat): void => {
  for (const list of lists) {
    const { phase, items } = list.use.getState()
    if (phase === 'idle') continue
    list.upsert(chat)
    // A known row keeps its place there; here the latest moves up.
    if (items.some(({ id }) => id === chat.id))
      list.use.setState(({ items: present }) => ({ items: present.toSorted(latestFirst) }))
  }
  noteUnread(chat)
}

const dropChat = (id: number): void => {
  for (const list of lists) list.remove(id)
  const ids = new Set(useUnreadChats.getState().ids)
  if (ids.delete(id)) useUnreadChats.setState({ ids })
}

listen(chatEvent, (event) => {
  if (event.action === 'delete') dropChat(event.id)
  else putChat(event.action === 'create' ? event.record : event.chat)
})

// People may change their name; the chats they are in carry it.
listen(userEvent, (event) => {
  if (event.action !== 'update') return
  const { id, name } = event.user
  for (const list of lists) {
    for (const chat of list.use.getState().items) {
      if (!chat.users.some(({ user }) => user.id === id && user.name !== name)) continue
      const users = chat.users.map((one) => (one.userId === id ? { ...one, user: { id, name } } : one))
      list.upsert({ ...chat, users })
    }
  }
})

/** Loads the popover's chats, and with them what is unread. */
export const ensureRecentChats = (): void => {
  if (recentChats.use.getState().phase === 'idle') void recentChats.refresh()
}

/** Deletes a chat with its messages. Errors: ApiError. */
export const removeChat = async (id: number): Promise<void> => {
  await call(deleteChat, { params: { id } })
  dropChat(id)
}
