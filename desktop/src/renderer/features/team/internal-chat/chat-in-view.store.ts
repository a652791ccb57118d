// Which internal chat is open, as the server knows it; kept by events, found by its address.
import { create } from 'zustand'
import { chatEvent, readChat, showChatByUuid, type Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { ageOf, type AsOf } from '#platform/net/as-of.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { createEntities, emptyEntities, putEntity, takeEntities } from '#platform/replica/entities.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { useSession } from '#platform/session/session.ts'
import { chatOf, chats, putChat, unreadOf } from './chats.store.ts'

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

/** The open chat as the server knows it. */
const viewed = createEntities<Chat>()

function show(id: number): void {
  useChatInView.setState({ chat: viewed.use.getState().rows.get(id) ?? null, phase: 'ready', error: null })
}

/** The chat with nothing unread for the person. */
function asRead(chat: Chat): Chat {
  const userId = useSession.getState().user?.id
  return {
    ...chat,
    users: chat.users.map((one) => (one.userId === userId ? { ...one, unreads: 0, mentions: 0 } : one))
  }
}

async function load(uuid: string): Promise<void> {
  try {
    const chat = await call(showChatByUuid, { params: { uuid } })
    if (state().uuid !== uuid) return
    takeEntities(viewed, [chat], ageOf(chat) as AsOf)
    show(chat.id)
  } catch (error) {
    if (state().uuid !== uuid) return
    const isGone = (error as { status?: number }).status === 404 || (error as { status?: number }).status === 400
    if (isGone) useChatInView.setState({ chat: null, phase: 'gone' })
    else if (state().chat === null) useChatInView.setState({ phase: 'failed', error })
  }
}

/** Shows the chat of an address; one that is listed is there at once. */
export function viewChat(uuid: string | null): void {
  if (uuid === null) return leave()
  if (state().uuid === uuid && state().phase !== 'failed') return
  const known = chats.use.getState().items.find((chat) => chat.uuid === uuid)
  emptyEntities(viewed)
  useChatInView.setState({ uuid, chat: known ?? null, phase: known ? 'ready' : 'loading', error: null })
  void load(uuid)
}

/** Puts in a chat that was just saved or read, or of which an event tells, if it is the open one. */
function putChatInView(chat: Chat, seq?: number): void {
  if (chat.uuid !== state().uuid) return
  putEntity(viewed, chat, { seq })
  show(chat.id)
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
  showChat(asRead(chat))
  call(readChat, { params: { id: chat.id }, body: userId === undefined ? {} : { userId } }).then(
    showChat,
    () => undefined
  )
}

listen(chatEvent, (event) => {
  if (event.action !== 'delete') putChatInView(chatOf(event), event.seq)
  else if (event.id === state().chat?.id) useChatInView.setState({ chat: null, phase: 'gone' })
})

function leave(): void {
  emptyEntities(viewed)
  useChatInView.setState(nothing)
}
onLifecycle({
  signedOut: leave,
  reload: () => {
    const { uuid } = state()
    if (uuid !== null) void load(uuid)
  },
  online: () => {
    const { uuid, phase } = state()
    if (phase === 'failed') viewChat(uuid)
  }
})
