// The super user's announcements: the screen's address and its menu entry.
import { IconSpeakerphone } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const announcementRoutes: ScreenRoute[] = [
  {
    path: '/announcements',
    access: 'super',
    load: () => import('./AnnouncementsPage.tsx').then(({ AnnouncementsPage }) => AnnouncementsPage)
  }
]

export const announcementMenu: MenuEntry = {
  path: '/announcements',
  label: 'announcements',
  icon: IconSpeakerphone,
  group: 'administration',
  access: 'super'
}
