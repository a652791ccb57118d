// Which internal chat is open, as the server knows it; kept by events, found by its address.
import { create } from 'zustand'
import { chatEvent, readChat, showChatByUuid, type Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { call } from '#platform/net/http.ts'
import { listen, onOnline, onReload } from '#platform/net/realtime.ts'
import { onSignedOut, useSession } from '#platform/session/session.ts'
import { chats, putChat, recentChats, unreadOf } from './chats.store.ts'

interface InView {
  uuid: string | null
  chat: Chat | null
  /** `gone`: there is no such chat, or one is no member of it (any more). */
  phase: 'none' | 'loading' | 'ready' | 'gone' | 'failed'
  error: unknown
}

const nothing: InView = { uuid: null, chat: null, phase: 'none', error: null }
export const useChatInView = create<InView>(() => nothing)
const state = useChatInView.getState

/** How often something was read; what was asked before says nothing of it. */
let reads = 0

/** The chat with nothing unread for the person. */
function asRead(chat: Chat): Chat {
  const userId = useSession.getState().user?.id
  return {
    ...chat,
    users: chat.users.map((one) => (one.userId === userId ? { ...one, unreads: 0, mentions: 0 } : one))
  }
}

async function load(uuid: string): Promise<void> {
  const readsBefore = reads
  try {
    const chat = await call(showChatByUuid, { params: { uuid } })
    if (state().uuid !== uuid) return
    useChatInView.setState({ chat: readsBefore === reads ? chat : asRead(chat), phase: 'ready', error: null })
  } catch (error) {
    if (state().uuid !== uuid) return
    const isGone = (error as { status?: number }).status === 404 || (error as { status?: number }).status === 400
    if (isGone) useChatInView.setState({ chat: null, phase: 'gone' })
    else if (state().chat === null) useChatInView.setState({ phase: 'failed', error })
  }
}

/** Shows the chat of an address; one that is listed is there at once. */
export function viewChat(uuid: string | null): void {
  if (uuid === null) return useChatInView.setState(nothing)
  if (state().uuid === uuid && state().phase !== 'failed') return
  const known = [chats, recentChats].flatMap((list) => list.use.getState().items).find((chat) => chat.uuid === uuid)
  useChatInView.setState({ uuid, chat: known ?? null, phase: known ? 'ready' : 'loading', error: null })
  void load(uuid)
}

/** Puts in the chat that was just saved or read, if it is the open one. */
function putChatInView(chat: Chat): void {
  if (chat.uuid === state().uuid) useChatInView.setState({ chat, phase: 'ready' })
}

/** Puts a chat in wherever it is shown. */
export function showChat(chat: Chat): void {
  putChat(chat)
  putChatInView(chat)
}

/** Says that everything in a chat was read; a failure is made good by the next message. */
export function markChatRead(chat: Chat): void {
  const userId = useSession.getState().user?.id
  const { unreads, mentions } = unreadOf(chat, userId)
  if (unreads + mentions === 0) return
  reads++
  showChat(asRead(chat))
  call(readChat, { params: { id: chat.id }, body: userId === undefined ? {} : { userId } }).then(
    showChat,
    () => undefined
  )
}

listen(chatEvent, (event) => {
  if (event.action === 'delete') {
    if (event.id === state().chat?.id) useChatInView.setState({ chat: null, phase: 'gone' })
  } else putChatInView(event.action === 'create' ? event.record : event.chat)
})
onReload(() => {
  const { uuid } = state()
  if (uuid !== null) void load(uuid)
})
onOnline(() => {
  const { uuid, phase } = state()
  if (phase === 'failed') viewChat(uuid)
})
onSignedOut(() => useChatInView.setState(nothing))
