// Runs behind every screen: tells of a colleague's message that the person is not looking at.
import { useEffect, useEffectEvent } from 'react'
import { chatPage } from '@guiche/shared/kernel/console-pages.ts'
import { chatEvent } from '@guiche/shared/features/team/internal-chat.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { listen } from '#platform/net/realtime.ts'
import { serverNow } from '#platform/net/server-clock.ts'
import { useSession } from '#platform/session/session.ts'
import { announceNews } from '#features/inbox/tickets/notifications/notifications.store.ts'
import { useChatInView } from './chat-in-view.store.ts'
import { ensureChats } from './chats.store.ts'

/** Milliseconds after which a message that only now became known is no news any more. */
const newsFor = 2 * 60_000

export function ChatWatch() {
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate(path))
  // The menu says how many have something unread.
  useEffect(ensureChats, [])
  useEffect(
    () =>
      listen(chatEvent, (event) => {
        if (event.action !== 'new-message') return
        const { newMessage, chat } = event
        if (newMessage.senderId === useSession.getState().user?.id) return
        if (serverNow() - Date.parse(newMessage.createdAt) > newsFor) return
        announceNews(
          {
            title: `${newMessage.sender.name} · ${chat.title}`,
            body: newMessage.message || (newMessage.media?.name ?? ''),
            path: chatPage(chat.uuid),
            ticket: { id: chat.id, uuid: chat.uuid },
            picture: null,
            canReply: false
          },
          useChatInView.getState().chat?.id === chat.id,
          (path) => open(path)
        )
      }),
    []
  )
  return null
}
