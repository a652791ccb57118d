// Messages of internal chats: pages of history, what events bring, and what is still on its way out.
import { create } from 'zustand'
import {
  chatEvent,
  listChatMessages,
  sendChatMessage,
  type ChatMessage
} from '@guiche/shared/features/team/internal-chat.ts'
import { ApiError, unreachable } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { createMeanwhile, type Meanwhile } from '#platform/state/meanwhile.ts'
import { listen, onOnline, onReload, useRealtime } from '#platform/net/realtime.ts'
import { onSignedOut } from '#platform/session/session.ts'
import { upload } from '#platform/net/upload.ts'

export interface Thread {
  /** Oldest first, each once. */
  messages: ChatMessage[]
  hasMore: boolean
  phase: 'loading' | 'ready' | 'more' | 'failed'
  error: unknown
}

/** A message of one's own that the server has not answered yet. */
export interface Outgoing {
  clientId: string
  chatId: number
  text: string
  file: File | null
  /** 0 to 1, of the file. */
  progress: number
  state: 'sending' | 'failed'
  error: unknown
}

interface ThreadsState {
  threads: Readonly<Record<number, Thread>>
  outgoing: Outgoing[]
}

export const useChatThreads = create<ThreadsState>(() => ({ threads: {}, outgoing: [] }))
const state = useChatThreads.getState

function patch(chatId: number, part: Partial<Thread>): void {
  return useChatThreads.setState(({ threads }) => {
    const before = threads[chatId] ?? { messages: [], hasMore: false, phase: 'loading' as const, error: null }
    return { threads: { ...threads, [chatId]: { ...before, ...part } } }
  })
}

const merge = (known: ChatMessage[], added: ChatMessage[]): ChatMessage[] =>
  [...new Map([...known, ...added].map((message) => [message.id, message])).values()].toSorted((a, b) => a.id - b.id)

/** What comes into each thread while its newest page is asked for. */
const arrivals = new Map<number, Meanwhile<ChatMessage[]>>()
function arrivalsOf(chatId: number): Meanwhile<ChatMessage[]> {
  const known = arrivals.get(chatId) ?? createMeanwhile<ChatMessage[]>()
  arrivals.set(chatId, known)
  return known
}

function put(message: ChatMessage): void {
  const { clientId, chatId } = message
  useChatThreads.setState(({ outgoing }) => ({
    outgoing: clientId === null ? outgoing : outgoing.filter((one) => one.clientId !== clientId)
  }))
  const add = (messages: ChatMessage[]) => merge(messages, [message])
  arrivals.get(chatId)?.note(add)
  const thread = state().threads[chatId]
  if (thread) patch(chatId, { messages: add(thread.messages) })
}

/** Loads the newest page; what was known stays until it is there. */
export async function loadThread(chatId: number): Promise<void> {
  const known = state().threads[chatId]
  if (!known || known.phase === 'failed') patch(chatId, { phase: 'loading', error: null })
  const begun = arrivalsOf(chatId).begin()
  try {
    const { records, hasMore } = await call(listChatMessages, { params: { id: chatId }, query: {} })
    if (!begun.isNewest()) return
    // What came before the first page was there says nothing of what is older.
    const wasLoaded = known?.phase === 'ready' || known?.phase === 'more'
    const reachesBack = wasLoaded && known.messages.some(({ id }) => records.some((one) => one.id === id))
    // After a long absence there is a gap between what is known and the newest page: the page wins, with what has come
    // since. Older messages that were only now heard of come with their own page.
    const first = hasMore ? (records[0]?.id ?? 0) : 0
    const newest = begun.over(merge([], records)).filter(({ id }) => id >= first)
    const thread = state().threads[chatId]
    const messages = reachesBack && thread ? merge(thread.messages, records) : newest
    patch(chatId, { messages, hasMore: reachesBack && thread ? thread.hasMore : hasMore, phase: 'ready', error: null })
  } catch (error) {
    if (begun.isNewest() && state().threads[chatId]?.phase === 'loading') patch(chatId, { phase: 'failed', error })
  } finally {
    begun.end()
  }
}

/** Loads the page before the first known message. */
export async function loadOlder(chatId: number): Promise<void> {
  const thread = state().threads[chatId]
  const beforeId = thread?.messages[0]?.id
  if (!thread?.hasMore || thread.phase !== 'ready' || beforeId === undefined) return
  patch(chatId, { phase: 'more' })
  try {
    const { records, hasMore } = await call(listChatMessages, { params: { id: chatId }, query: { beforeId } })
    const messages = state().threads[chatId]?.messages
    // The newest page may have taken the place of what these stand before.
    if (messages?.[0]?.id === beforeId) patch(chatId, { messages: merge(messages, records), hasMore })
  } catch {
    // Scrolling up asks again.
  }
  if (state().threads[chatId]?.phase === 'more') patch(chatId, { phase: 'ready' })
}

function patchOutgoing(clientId: string, part: Partial<Outgoing>): void {
  return useChatThreads.setState(({ outgoing }) => ({
    outgoing: outgoing.map((one) => (one.clientId === clientId ? { ...one, ...part } : one))
  }))
}

function post({ chatId, clientId, text, file }: Outgoing): Promise<ChatMessage> {
  const params = { id: chatId }
  if (file === null) return call(sendChatMessage, { params, body: { message: text, clientId } })
  const body = new FormData()
  body.append('body', text)
  body.append('clientId', clientId)
  body.append('medias', file, file.name)
  const onProgress = ({ sent, total }: { sent: number; total: number }) =>
    patchOutgoing(clientId, { progress: total === 0 ? 0 : sent / total })
  return upload(sendChatMessage, { params, body }, { onProgress })
}

/** Sends in the order of writing: the next one leaves when the one before has arrived. */
let line = Promise.resolve()
function dispatch(clientId: string): void {
  line = line.then(async () => {
    const item = state().outgoing.find((one) => one.clientId === clientId)
    if (!item) return
    patchOutgoing(clientId, { state: 'sending', error: null })
    try {
      put(await post(item))
    } catch (error) {
      patchOutgoing(clientId, { state: 'failed', error, progress: 0 })
    }
  })
}

/** Puts a message on its way; it is shown at once. A text and a file are one message. */
export function sendToChat(chatId: number, text: string, file: File | null = null): void {
  if (text.trim() === '' && file === null) return
  const clientId = crypto.randomUUID()
  const item: Outgoing = { clientId, chatId, text: text.trim(), file, progress: 0, state: 'sending', error: null }
  useChatThreads.setState(({ outgoing }) => ({ outgoing: [...outgoing, item] }))
  dispatch(clientId)
}

export const retryOutgoing = dispatch

export const dropOutgoing = (clientId: string): void =>
  useChatThreads.setState(({ outgoing }) => ({ outgoing: outgoing.filter((one) => one.clientId !== clientId) }))

listen(chatEvent, (event) => {
  if (event.action === 'new-message') put(event.newMessage)
})
onReload(() => {
  for (const chatId of Object.keys(state().threads)) void loadThread(Number(chatId))
})
onOnline(() => {
  for (const [chatId, { phase }] of Object.entries(state().threads))
    if (phase === 'failed') void loadThread(Number(chatId))
})
// What could not leave because the line was down goes by itself when it is back.
useRealtime.subscribe((now, before) => {
  if (now.state !== 'online' || before.state === 'online') return
  for (const { clientId, state: stands, error } of state().outgoing) {
    if (stands === 'failed' && error instanceof ApiError && error.code === unreachable) dispatch(clientId)
  }
})
onSignedOut(() => {
  for (const one of arrivals.values()) one.drop()
  arrivals.clear()
  useChatThreads.setState({ threads: {}, outgoing: [] })
})
