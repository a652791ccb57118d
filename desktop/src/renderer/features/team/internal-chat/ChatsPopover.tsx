// Internal chats in the top bar: how many have something unread, and the latest of them.
import { useEffect, useState, type UIEvent } from 'react'
import { Anchor, Indicator, Popover, Skeleton, Stack, Text } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { errorText } from '#platform/error-text.ts'
import { formatMoment, formatNumber } from '#platform/format.ts'
import { useUser } from '#platform/session.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import classes from './chats-popover.module.css'
import { ensureRecentChats, recentChats, unreadOf, useUnreadChats } from './chats.store.ts'

/** Pixels from the end of the list at which the next page is asked for. */
const nearEnd = 100

const Item = ({ chat, onOpen }: { chat: Chat; onOpen: () => void }) => {
  const { t } = useTranslation('chats')
  const { unreads, mentions } = unreadOf(chat, useUser().id)
  return (
    <Link to={`/chats/${chat.uuid}`} className={classes['item']} onClick={onOpen}>
      <Avatar name={chat.title} size={36} />
      <span className={classes['texts']}>
        <span className={classes['title']}>{chat.title}</span>
        <span className={classes['line']}>{chat.lastMessage}</span>
      </span>
      <span className={classes['side']}>
        <time dateTime={chat.updatedAt}>{formatMoment(chat.updatedAt)}</time>
        {unreads > 0 && (
          <span className={classes['count']} aria-label={t('unread', { count: unreads })}>
            {mentions > 0 ? '@' : ''}
            {formatNumber(unreads)}
          </span>
        )}
      </span>
    </Link>
  )
}

export const ChatsPopover = () => {
  const { t } = useTranslation(['chats', 'words'])
  const { items, phase, error } = recentChats.use()
  const unread = useUnreadChats(({ ids }) => ids.size)
  const [isOpen, setOpen] = useState(false)
  useEffect(ensureRecentChats, [])
  const close = () => setOpen(false)
  const toggle = () => {
    setOpen(!isOpen)
    if (!isOpen && phase === 'failed') void recentChats.refresh()
  }
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget
    if (scrollHeight - scrollTop - clientHeight < nearEnd) void recentChats.loadMore()
  }
  const content = () => {
    if (items.length > 0) {
      return (
        <div className={classes['list']} onScroll={onScroll}>
          {items.map((chat) => (
            <Item key={chat.id} chat={chat} onOpen={close} />
          ))}
        </div>
      )
    }
    if (phase === 'idle' || phase === 'loading') {
      return (
        <Stack gap="xs" p="xs">
          {[70, 85, 60].map((width) => (
            <Skeleton key={width} height={12} width={`${width}%`} radius="xl" />
          ))}
        </Stack>
      )
    }
    if (phase === 'failed') {
      return <EmptyState icon={IconMessageCircle} title={t('words:listFailed')} text={errorText(error)} />
    }
    return <EmptyState icon={IconMessageCircle} title={t('none')} text={t('noneHint')} />
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={340} trapFocus returnFocus>
      <Indicator
        label={unread > 99 ? '99+' : unread}
        disabled={unread === 0}
        color="red"
        size={16}
        offset={6}
        styles={{ indicator: { fontWeight: 600, fontSize: '0.6875rem' } }}
      >
        <Popover.Target>
          <IconButton
            label={unread === 0 ? t('title') : t('unreadChats', { count: unread })}
            icon={IconMessageCircle}
            aria-expanded={isOpen}
            onClick={toggle}
          />
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={4} aria-label={t('title')}>
        <div className={classes['head']}>
          <Text size="xs" c="dimmed">
            {t('title')}
          </Text>
          <Anchor component={Link} to="/chats" size="xs" onClick={close}>
            {t('seeAll')}
          </Anchor>
        </div>
        {content()}
      </Popover.Dropdown>
    </Popover>
  )
}
