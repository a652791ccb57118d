// Messages of internal chats: pages of history, what events bring, and what is still on its way out.
import { create } from 'zustand'
import {
  chatEvent,
  listChatMessages,
  sendChatMessage,
  type ChatMessage
} from '@guiche/shared/features/team/internal-chat.ts'
import { ageOf } from '#platform/net/as-of.ts'
import { ApiError, unreachable } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { upload } from '#platform/net/upload.ts'
import type { News } from '#platform/replica/entities.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createThreads } from '#platform/replica/threads.ts'

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

/** Messages of chats as far as they are loaded. */
export const chatThreads = createThreads<ChatMessage>({
  order: (a, b) => a.id - b.id,
  fetchPage: async (id, { before: beforeId }, read) => {
    const { records, hasMore } = await read(listChatMessages, { params: { id }, query: { beforeId } })
    return { rows: records, hasMore }
  }
})

export const useOutgoing = create<{ items: Outgoing[] }>(() => ({ items: [] }))

function put(message: ChatMessage, news: News): void {
  const { clientId, chatId } = message
  if (clientId !== null) dropOutgoing(clientId)
  chatThreads.receive(chatId, message, news)
}

function patchOutgoing(clientId: string, part: Partial<Outgoing>): void {
  return useOutgoing.setState(({ items }) => ({
    items: items.map((one) => (one.clientId === clientId ? { ...one, ...part } : one))
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
const own = ofLogin(() => ({ line: Promise.resolve() }))
function dispatch(clientId: string): void {
  const mine = own()
  mine.line = mine.line.then(async () => {
    const item = useOutgoing.getState().items.find((one) => one.clientId === clientId)
    if (!item) return
    patchOutgoing(clientId, { state: 'sending', error: null })
    try {
      const message = await post(item)
      put(message, { age: ageOf(message) })
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
  useOutgoing.setState(({ items }) => ({ items: [...items, item] }))
  dispatch(clientId)
}

export const retryOutgoing = dispatch

export function dropOutgoing(clientId: string): void {
  return useOutgoing.setState(({ items }) => ({ items: items.filter((one) => one.clientId !== clientId) }))
}

listen(chatEvent, (event) => {
  if (event.action === 'new-message') put(event.newMessage, { seq: event.seq })
  if (event.action === 'delete') chatThreads.drop(event.id)
})
onLifecycle({
  // What could not leave because the line was down goes by itself when it is back.
  online: () => {
    for (const { clientId, state, error } of useOutgoing.getState().items) {
      if (state === 'failed' && error instanceof ApiError && error.code === unreachable) dispatch(clientId)
    }
  },
  signedOut: () => useOutgoing.setState({ items: [] })
})
