// Internal chats in the top bar: how many have something unread, and the latest of them.
import { useEffect, useState, type UIEvent } from 'react'
import { Anchor, Indicator, Popover, Skeleton, Stack, Text } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { chatPage, pages } from '@guiche/shared/kernel/console-pages.ts'
import { errorText } from '#platform/net/error-text.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { ChatLine } from './ChatLine.tsx'
import classes from './chats-popover.module.css'
import { ensureRecentChats, recentChats, useUnreadChats } from './chats.store.ts'

/** Pixels from the end of the list at which the next page is asked for. */
const nearEnd = 100

export function ChatsPopover() {
  const { t } = useTranslation(['chats', 'words'])
  const { items, phase, error } = recentChats.use()
  const unread = useUnreadChats()
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
            <Link key={chat.id} to={chatPage(chat.uuid)} className={classes['item']} onClick={close}>
              <ChatLine chat={chat} size={36} />
            </Link>
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
    return <EmptyState icon={IconMessageCircle} title={t('words:emptyList')} text={t('noneHint')} />
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
          <Anchor component={Link} to={pages.chats} size="xs" onClick={close}>
            {t('seeAll')}
          </Anchor>
        </div>
        {content()}
      </Popover.Dropdown>
    </Popover>
  )
}
