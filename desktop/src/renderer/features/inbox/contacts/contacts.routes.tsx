// The contacts screen's address and its menu entry.
import { IconAddressBook } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const contactRoutes: ScreenRoute[] = [
  {
    path: '/contacts',
    access: 'user',
    load: () => import('./ContactsPage.tsx').then(({ ContactsPage }) => ContactsPage)
  }
]

export const contactMenu: MenuEntry = {
  path: '/contacts',
  label: 'contacts',
  icon: IconAddressBook,
  group: 'work',
  access: 'user'
}
