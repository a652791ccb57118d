// One message of a chat: the writer's name over the first of a group, and for own ones how they get on.
import { memo } from 'react'
import { Button, Group, Progress } from '@mantine/core'
import { IconAlertCircle, IconClock, IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '@guiche/shared/features/team/internal-chat.ts'
import type { Mentionable } from '@guiche/shared/features/team/mentions.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatTime } from '#platform/text/format.ts'
import { useUser } from '#platform/session/session.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { ChatFileView } from './ChatFileView.tsx'
import { ChatText } from './ChatText.tsx'
import classes from './chat-bubble.module.css'
import { dropOutgoing, retryOutgoing, type Outgoing } from './chat-threads.store.ts'

interface ChatBubbleProps {
  message: ChatMessage
  isFirst: boolean
  people: Mentionable[]
}

export const ChatBubble = memo(({ message, isFirst, people }: ChatBubbleProps) => {
  const { id } = useUser()
  const isOwn = message.senderId === id
  const { name } = message.sender
  return (
    <article className={classes['item']} data-own={isOwn || undefined} data-first={isFirst || undefined}>
      {!isOwn && <div className={classes['face']}>{isFirst && <Avatar name={name} size={28} />}</div>}
      <div className={classes['bubble']} data-mentioned={message.mentions.includes(id) || undefined}>
        {isFirst && !isOwn && (
          <span className={classes['sender']} dir="auto">
            {name}
          </span>
        )}
        {message.media && <ChatFileView file={message.media} />}
        {message.message !== '' && <ChatText text={message.message} people={people} />}
        <time className={classes['time']} dateTime={message.createdAt}>
          {formatTime(message.createdAt)}
        </time>
      </div>
    </article>
  )
})

export function OutgoingBubble({ item, people }: { item: Outgoing; people: Mentionable[] }) {
  const { t } = useTranslation(['chats', 'words'])
  const hasFailed = item.state === 'failed'
  return (
    <article className={classes['item']} data-own data-first>
      <div className={classes['bubble']} data-faint={!hasFailed || undefined} data-failed={hasFailed || undefined}>
        {item.file !== null && (
          <span className={classes['file']}>
            <IconPaperclip size={20} stroke={1.5} aria-hidden />
            <span className={classes['facts']}>
              <span className={classes['name']}>{item.file.name}</span>
              {!hasFailed && <Progress value={item.progress * 100} size="xs" mt={4} aria-label={t('sendingFile')} />}
            </span>
          </span>
        )}
        {item.text !== '' && <ChatText text={item.text} people={people} />}
        {hasFailed ? (
          <div className={classes['failure']} role="alert">
            <IconAlertCircle size={16} aria-hidden />
            <span>{t('words:notSent', { reason: errorText(item.error) })}</span>
            <Group gap={4}>
              <Button size="compact-xs" variant="default" onClick={() => retryOutgoing(item.clientId)}>
                {t('sendAgain')}
              </Button>
              <Button size="compact-xs" variant="subtle" color="red" onClick={() => dropOutgoing(item.clientId)}>
                {t('words:discard')}
              </Button>
            </Group>
          </div>
        ) : (
          <span className={classes['time']}>
            <IconClock size={12} aria-label={t('sending')} />
          </span>
        )}
      </div>
    </article>
  )
}
