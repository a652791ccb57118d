// The messages of a chat, from the newest back through its past; and who has read the last one.
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { useUser } from '#platform/session/session.ts'
import { Conversation } from '#ui/conversation/thread/Conversation.tsx'
import type { SaidRow } from '#ui/conversation/thread/conversation-rows.ts'
import { useConversationScroll } from '#ui/conversation/thread/use-conversation-scroll.ts'
import { ChatBubble, OutgoingBubble } from './ChatBubble.tsx'
import { chatRowsOf, type ChatEntry } from './chat-message-rows.ts'
import { chatThreads, useOutgoing } from './chat-threads.store.ts'
import { useChatTypists } from './chat-typing.store.ts'
import classes from './chat-pane.module.css'

/** Pixels from the top at which older messages are asked for (spec R381). */
const nearTop = 600

/** Who of the others has read everything, while the last message is one's own. */
function SeenBy({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chats')
  const { id } = useUser()
  const last = chatThreads.useThread(chat.id).shown.rows.at(-1)
  if (last?.senderId !== id) return null
  const others = chat.users.filter(({ userId }) => userId !== id)
  const readers = others.filter(({ unreads }) => unreads === 0).map(({ user }) => user.name)
  if (readers.length === 0) return null
  return (
    <Text size="xs" c="dimmed" ta="right" className={classes['seen'] ?? ''}>
      {readers.length === others.length ? t('seenByAll') : t('seenBy', { names: readers.join(', ') })}
    </Text>
  )
}

function Typing({ chatId }: { chatId: number }) {
  const { t } = useTranslation('chats')
  const typists = useChatTypists(chatId)
  const names = typists.map(({ name }) => name).join(', ')
  return (
    <div className={classes['typing']} role="status">
      {typists.length > 0 && t('typing', { count: typists.length, names })}
    </div>
  )
}

export function ChatMessageList({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chats')
  const { id } = useUser()
  const chatId = chat.id
  const { shown, phase, error } = chatThreads.useThread(chatId)
  const outgoing = useOutgoing(({ items }) => items)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    chatThreads.open(chatId)
    return () => chatThreads.leave(chatId)
  }, [chatId])

  const people = useMemo(() => chat.users.map(({ userId, user }) => ({ userId, name: user.name })), [chat.users])
  const rows = useMemo(
    () =>
      chatRowsOf(
        shown.rows,
        outgoing.filter((item) => item.chatId === chatId),
        id
      ),
    [shown.rows, outgoing, chatId, id]
  )
  const box = { scroller, content }
  const loadOlder = () => void chatThreads.loadOlder(chatId)?.catch(() => undefined)
  const scroll = useConversationScroll(
    rows,
    { isReady: phase === 'ready', hasOlder: shown.hasOlder, nearTop, loadOlder },
    box
  )
  const draw = useCallback(
    ({ key, message, outgoing: item, isFirst }: SaidRow<ChatEntry>) =>
      message === null ? (
        <OutgoingBubble key={key} item={item} people={people} />
      ) : (
        <ChatBubble key={key} message={message} isFirst={isFirst} people={people} />
      ),
    [people]
  )
  const seenBy = useMemo(() => <SeenBy chat={chat} />, [chat])
  return (
    <>
      <Conversation
        label={t('messagesOf', { title: chat.title })}
        fill={{
          phase,
          error,
          failedText: t('loadFailed'),
          hint: t('noMessagesHint'),
          onRetry: () => void chatThreads.refresh(chatId)
        }}
        box={box}
        // What comes below is not counted here.
        scroll={{ ...scroll, isAway: scroll.isAway || scroll.unseen > 0, unseen: 0 }}
        draw={draw}
        onToNewest={scroll.toEnd}
        after={seenBy}
      />
      <Typing chatId={chatId} />
    </>
  )
}
