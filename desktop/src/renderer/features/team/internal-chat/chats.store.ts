// The person's internal chats: the latest for the popover, the list of the screen, and which have something unread.
import { create } from 'zustand'
import { chatEvent, deleteChat, listChats, type Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { userEvent } from '@guiche/shared/features/org/users.ts'
import { call } from '#platform/net/http.ts'
import { createMeanwhile, type Meanwhile } from '#platform/state/meanwhile.ts'
import { createPagedList, type PagedList } from '#platform/replica/paged-list.ts'
import { listen } from '#platform/net/realtime.ts'
import { onSignedOut, useSession } from '#platform/session/session.ts'

const latestFirst = (a: Chat, b: Chat): number => b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id

/** Ids of chats with unread messages, whether or not they are on a page that was loaded. */
export const useUnreadChats = create<{ ids: ReadonlySet<number> }>(() => ({ ids: new Set() }))
onSignedOut(() => useUnreadChats.setState({ ids: new Set() }))

/** Every page of either list tells them: what is read or comes while it is asked for is done once more over its answer. */
const meanwhiles: Meanwhile<ReadonlySet<number>>[] = []
function changeUnread(change: (ids: ReadonlySet<number>) => ReadonlySet<number>): void {
  for (const meanwhile of meanwhiles) meanwhile.note(change)
  useUnreadChats.setState(({ ids }) => ({ ids: change(ids) }))
}
function withUnread(id: number, isUnread: boolean): void {
  return changeUnread((ids) => {
    if (ids.has(id) === isUnread) return ids
    return new Set(isUnread ? [...ids, id] : [...ids].filter((other) => other !== id))
  })
}

function buildList(): PagedList<Chat> {
  const meanwhile = createMeanwhile<ReadonlySet<number>>()
  meanwhiles.push(meanwhile)
  return createPagedList<Chat>({
    fetchPage: async (query, read) => {
      const begun = meanwhile.begin()
      try {
        const { records, count, hasMore, unreadIds } = await read(listChats, { query })
        const accept = () => useUnreadChats.setState({ ids: begun.over(new Set(unreadIds)) })
        return { items: records, count, hasMore, accept }
      } finally {
        begun.end()
      }
    },
    compare: latestFirst,
    isResorted: true,
    matches: ({ title, users }, search) =>
      [title, ...users.map(({ user }) => user.name)].some((text) => text.toLowerCase().includes(search))
  })
}

/** What the popover shows. */
export const recentChats = buildList()
/** What the screen lists, searched or not. */
export const chats = buildList()

const lists = [recentChats, chats]

/** What a member has not read; zeros for who is no member. */
export const unreadOf = (chat: Chat, userId: number | undefined): { unreads: number; mentions: number } =>
  chat.users.find((one) => one.userId === userId) ?? { unreads: 0, mentions: 0 }

/** Puts a chat into the lists that have been asked for, in the place its last message gives it. */
export function putChat(chat: Chat): void {
  for (const list of lists) if (list.use.getState().phase !== 'idle') list.upsert(chat)
  withUnread(chat.id, unreadOf(chat, useSession.getState().user?.id).unreads > 0)
}

function dropChat(id: number): void {
  for (const list of lists) list.remove(id)
  withUnread(id, false)
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
export function ensureRecentChats(): void {
  if (recentChats.use.getState().phase === 'idle') void recentChats.refresh()
}

/** Deletes a chat with its messages. Errors: ApiError. */
export async function removeChat(id: number): Promise<void> {
  await call(deleteChat, { params: { id } })
  dropChat(id)
}
