// The messages of a chat, from the newest back through its past; and who has read the last one.
import { useEffect, useMemo, useRef } from 'react'
import { Button, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowDown, IconMessage2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Virtualizer } from 'virtua'
import type { Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatDay } from '#platform/text/format.ts'
import { useUser } from '#platform/session/session.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { ChatBubble, OutgoingBubble } from './ChatBubble.tsx'
import { chatRowsOf } from './chat-message-rows.ts'
import { loadThread, useChatThreads } from './chat-threads.store.ts'
import { useChatTyping } from './chat-typing.store.ts'
import classes from './chat-pane.module.css'
import { useChatScroll } from './use-chat-scroll.ts'

const nobody: never[] = []

/** Who of the others has read everything, while the last message is one's own. */
function SeenBy({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chats')
  const { id } = useUser()
  const last = useChatThreads(({ threads }) => threads[chat.id]?.messages.at(-1))
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
  const typists = useChatTyping(({ byChat }) => byChat[chatId] ?? nobody)
  const names = typists.map(({ name }) => name).join(', ')
  return (
    <div className={classes['typing']} role="status">
      {typists.length > 0 && t('typing', { count: typists.length, names })}
    </div>
  )
}

export function ChatMessageList({ chat }: { chat: Chat }) {
  const { t } = useTranslation(['chats', 'words'])
  const chatId = chat.id
  const thread = useChatThreads(({ threads }) => threads[chatId])
  const outgoing = useChatThreads((state) => state.outgoing)
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => void loadThread(chatId), [chatId])

  const people = useMemo(() => chat.users.map(({ userId, user }) => ({ userId, name: user.name })), [chat.users])
  const rows = useMemo(
    () =>
      chatRowsOf(
        thread?.messages ?? nobody,
        outgoing.filter((item) => item.chatId === chatId)
      ),
    [thread?.messages, outgoing, chatId]
  )
  const scroll = useChatScroll(chatId, rows, thread?.phase === 'ready', scroller)
  const fill = () => {
    if (rows.length > 0) return null
    if (thread?.phase === 'failed') {
      return (
        <EmptyState
          icon={IconAlertTriangle}
          title={t('loadFailed')}
          text={errorText(thread.error)}
          action={
            <Button variant="default" onClick={() => void loadThread(chatId)}>
              {t('words:retry')}
            </Button>
          }
        />
      )
    }
    if (thread?.phase === 'ready') {
      return <EmptyState icon={IconMessage2} title={t('noMessages')} text={t('noMessagesHint')} />
    }
    return (
      <div className={classes['skeleton']} aria-hidden>
        {[46, 62, 38, 54, 30].map((width, index) => (
          <Skeleton key={width} height={38} width={`${width}%`} radius="lg" {...(index % 2 === 0 && { ml: 'auto' })} />
        ))}
      </div>
    )
  }
  return (
    <div className={classes['frame']}>
      <div
        ref={scroller}
        className={classes['scroller']}
        role="region"
        tabIndex={0}
        aria-label={t('messagesOf', { title: chat.title })}
        aria-busy={thread === undefined || thread.phase === 'loading'}
      >
        {fill()}
        <div className={classes['spring']} />
        <Virtualizer
          ref={scroll.list}
          scrollRef={scroller}
          data={rows}
          shift={scroll.isShifted}
          bufferSize={400}
          onScroll={scroll.onScroll}
          onResize={scroll.onResize}
        >
          {(row) =>
            row.kind === 'day' ? (
              <div key={row.key} className={classes['day']} role="separator">
                <span>{formatDay(row.at)}</span>
              </div>
            ) : row.kind === 'message' ? (
              <ChatBubble key={row.key} message={row.message} isFirst={row.isFirst} people={people} />
            ) : (
              <OutgoingBubble key={row.key} item={row.item} people={people} />
            )
          }
        </Virtualizer>
        <SeenBy chat={chat} />
      </div>
      {scroll.isAway && rows.length > 0 && (
        <Button
          className={classes['pill'] ?? ''}
          size="compact-sm"
          radius="xl"
          variant="default"
          leftSection={<IconArrowDown size={15} />}
          onClick={scroll.toEnd}
        >
          {t('toNewest')}
        </Button>
      )}
      <Typing chatId={chatId} />
    </div>
  )
}
