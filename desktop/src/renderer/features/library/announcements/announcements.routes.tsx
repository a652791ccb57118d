// The super user's announcements: the screen's address and its menu entry.
import { IconSpeakerphone } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const announcementRoutes: ScreenRoute[] = [
  {
    path: pages.announcements,
    access: 'super',
    load: () => import('./AnnouncementsPage.tsx').then(({ AnnouncementsPage }) => AnnouncementsPage)
  }
]

export const announcementMenu: MenuEntry = {
  path: pages.announcements,
  label: 'announcements',
  icon: IconSpeakerphone,
  group: 'platform',
  access: 'super'
}
