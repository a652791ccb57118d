// A chat in one line, for lists: picture, title, what was written last, when, and how much is unread.
import { useTranslation } from 'react-i18next'
import type { Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { formatMoment, formatNumber } from '#platform/text/format.ts'
import { useUser } from '#platform/session/session.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import classes from './chat-line.module.css'
import { unreadOf } from './chats.store.ts'

interface ChatLineProps {
  chat: Chat
  /** Pixels of the picture. */
  size: number
}

export function ChatLine({ chat, size }: ChatLineProps) {
  const { t } = useTranslation(['chats', 'words'])
  const { id } = useUser()
  const { unreads, mentions } = unreadOf(chat, id)
  const others = chat.users.filter(({ userId }) => userId !== id).map(({ user }) => user.name)
  return (
    <>
      <Avatar name={chat.title} size={size} />
      <span className={classes['texts']}>
        <span className={classes['title']} data-unread={unreads > 0 || undefined} dir="auto">
          {chat.title}
        </span>
        <span className={classes['line']} dir="auto">
          {chat.lastMessage || others.join(', ')}
        </span>
      </span>
      <span className={classes['side']}>
        <time dateTime={chat.updatedAt}>{formatMoment(chat.updatedAt)}</time>
        {unreads > 0 && (
          <span className={classes['count']}>
            {mentions > 0 && <span aria-label={t('mentioned')}>@</span>}
            <span aria-label={t('words:unread', { count: unreads })}>{formatNumber(unreads)}</span>
          </span>
        )}
      </span>
    </>
  )
}
