// The person's chats: search, what is unread, and for owners the way to change or delete one.
import { useRef, type UIEvent } from 'react'
import { ActionIcon, Button, Menu, Skeleton, Stack, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconDots,
  IconEdit,
  IconMessageCircle,
  IconPlus,
  IconSearchOff,
  IconTrash
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { chatPage } from '@guiche/shared/kernel/console-pages.ts'
import type { Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { errorText } from '#platform/net/error-text.ts'
import { useUser } from '#platform/session/session.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { ChatLine } from './ChatLine.tsx'
import { chats } from './chats.store.ts'
import classes from './chat-list.module.css'

/** Pixels from the end of the list at which the next page is asked for. */
const nearEnd = 100

interface ChatListProps {
  onAdd: () => void
  onEdit: (chat: Chat) => void
  onDelete: (chat: Chat) => void
}

function Row({ chat, onEdit, onDelete }: { chat: Chat } & Omit<ChatListProps, 'onAdd'>) {
  const { t } = useTranslation(['chats', 'words'])
  const { id } = useUser()
  return (
    <div className={classes['row']}>
      <NavLink to={chatPage(chat.uuid)} className={classes['link'] ?? ''}>
        <ChatLine chat={chat} size={40} />
      </NavLink>
      {chat.ownerId === id && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              className={`${classes['more']} g-small`}
              aria-label={`${t('words:moreActions')}: ${chat.title}`}
            >
              <IconDots size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconEdit size={16} stroke={1.6} />} onClick={() => onEdit(chat)}>
              {t('words:edit')}
            </Menu.Item>
            <Menu.Item
              c="var(--g-bad)"
              leftSection={<IconTrash size={16} stroke={1.6} />}
              onClick={() => onDelete(chat)}
            >
              {t('words:delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

export function ChatList({ onAdd, onEdit, onDelete }: ChatListProps) {
  const { t } = useTranslation(['chats', 'words'])
  const { items, phase, error, search } = chats.use()
  const scroller = useRef<HTMLDivElement>(null)
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget
    if (scrollHeight - scrollTop - clientHeight < nearEnd) void chats.loadMore()
  }
  const fill = () => {
    if (items.length > 0) return null
    if (phase === 'idle' || phase === 'loading') {
      return (
        <Stack gap="md" p="md">
          {Array.from({ length: 5 }, (_, index) => (
            <Skeleton key={index} height={40} radius="md" />
          ))}
        </Stack>
      )
    }
    if (phase === 'failed') {
      return (
        <EmptyState
          icon={IconAlertTriangle}
          title={t('words:listFailed')}
          text={errorText(error)}
          action={
            <Button variant="default" onClick={() => void chats.refresh()}>
              {t('words:retry')}
            </Button>
          }
        />
      )
    }
    if (search.trim() !== '') {
      return (
        <EmptyState
          icon={IconSearchOff}
          title={t('words:noMatch', { search: search.trim() })}
          text={t('words:noMatchHint')}
        />
      )
    }
    return (
      <EmptyState
        icon={IconMessageCircle}
        title={t('words:emptyList')}
        text={t('noneHint')}
        action={<Button onClick={onAdd}>{t('add')}</Button>}
      />
    )
  }
  return (
    <div className={classes['panel']}>
      <div className={classes['head']}>
        <Text component="h1" fw={600} size="md">
          {t('title')}
        </Text>
        <IconButton label={t('add')} icon={IconPlus} variant="filled" onClick={onAdd} />
      </div>
      <div className={classes['search']}>
        <SearchField label={t('searchLabel')} value={search} onChange={chats.setSearch} />
      </div>
      <div ref={scroller} className={classes['rows']} onScroll={onScroll}>
        {items.map((chat) => (
          <Row key={chat.id} chat={chat} onEdit={onEdit} onDelete={onDelete} />
        ))}
        {fill()}
      </div>
    </div>
  )
}
