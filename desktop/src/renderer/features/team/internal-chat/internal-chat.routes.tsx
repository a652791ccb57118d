// The internal chat's address and its menu entry with the count of chats that have something unread.
import { IconMessageCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chatPage, pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'
import { useUnreadChats } from './chats.store.ts'

export const internalChatRoutes: ScreenRoute[] = [
  {
    path: chatPage(':id?'),
    access: 'user',
    planFlag: 'useInternalChat',
    isFullHeight: true,
    load: () => import('./ChatsPage.tsx').then(({ ChatsPage }) => ChatsPage)
  }
]

function useBadge() {
  const { t } = useTranslation('chats')
  const count = useUnreadChats()
  return count === 0 ? null : { text: count > 99 ? '99+' : String(count), label: t('unreadChats', { count }) }
}

export const internalChatMenu: MenuEntry = {
  path: pages.chats,
  label: 'chats',
  icon: IconMessageCircle,
  group: 'main',
  access: 'user',
  planFlag: 'useInternalChat',
  useBadge
}
