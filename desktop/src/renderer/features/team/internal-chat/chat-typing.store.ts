// Who is typing in which internal chat, for a few seconds after the last sign of it.
import { create } from 'zustand'
import { announceChatTyping, chatEvent, chatTypingEvent } from '@guiche/shared/features/team/internal-chat.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { onSignedOut } from '#platform/session/session.ts'

/** Milliseconds for which somebody counts as typing, and between two announcements of one's own. */
const lasts = 5_000
const every = 3_000

interface Typist {
  userId: number
  name: string
}

export const useChatTyping = create<{ byChat: Readonly<Record<number, Typist[]>> }>(() => ({ byChat: {} }))
const timers = new Map<string, ReturnType<typeof setTimeout>>()

function without(chatId: number, userId: number): void {
  return useChatTyping.setState(({ byChat }) => ({
    byChat: { ...byChat, [chatId]: (byChat[chatId] ?? []).filter((one) => one.userId !== userId) }
  }))
}

listen(chatTypingEvent, ({ chatId, userId, name }) => {
  without(chatId, userId)
  useChatTyping.setState(({ byChat }) => ({
    byChat: { ...byChat, [chatId]: [...(byChat[chatId] ?? []), { userId, name }] }
  }))
  const key = `${chatId} ${userId}`
  clearTimeout(timers.get(key))
  timers.set(
    key,
    setTimeout(() => without(chatId, userId), lasts)
  )
})
listen(chatEvent, (event) => {
  // Whoever has written no longer types.
  if (event.action === 'new-message') without(event.newMessage.chatId, event.newMessage.senderId)
})
onSignedOut(() => {
  timers.forEach(clearTimeout)
  timers.clear()
  useChatTyping.setState({ byChat: {} })
})

let lastNotified = { chatId: 0, at: -every }

/** Tells the others that one types, not more often than they need it. */
export function sendTyping(chatId: number, now = performance.now()): void {
  if (lastNotified.chatId === chatId && now - lastNotified.at < every) return
  lastNotified = { chatId, at: now }
  call(announceChatTyping, { params: { id: chatId } }).catch(() => undefined)
}
