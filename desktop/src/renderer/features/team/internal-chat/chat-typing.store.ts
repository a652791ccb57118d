// Who is typing in which internal chat, and how the others hear of one's own typing.
import { useCallback } from 'react'
import { announceChatTyping, chatEvent, chatTypingEvent } from '@guiche/shared/features/team/internal-chat.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { createTypingSigns } from '#ui/conversation/typing-signs.ts'
import { useTypingNotice } from '#ui/conversation/use-typing-notice.ts'

/** Milliseconds for which somebody counts as typing, and between two notices of one's own. */
const lasts = 5_000
const every = 3_000

interface Typist {
  userId: number
  name: string
}

const { use, begin, stop } = createTypingSigns<Typist>(lasts)

const nobody: readonly Typist[] = []
export const useChatTypists = (chatId: number): readonly Typist[] => use(({ signs }) => signs.get(chatId) ?? nobody)

listen(chatTypingEvent, ({ chatId, userId, name }) => begin(chatId, { userId, name }))
listen(chatEvent, (event) => {
  // Whoever has written no longer types.
  if (event.action === 'new-message') stop(event.newMessage.chatId, event.newMessage.senderId)
})

/** To be called with every key. */
export function useChatTypingNotice(chatId: number): () => void {
  const tell = useCallback(
    (state: string) => {
      // They stop showing it by themselves.
      if (state !== 'composing') return false
      call(announceChatTyping, { params: { id: chatId } }).catch(() => undefined)
      return true
    },
    [chatId]
  )
  return useTypingNotice(tell, every).typed
}
