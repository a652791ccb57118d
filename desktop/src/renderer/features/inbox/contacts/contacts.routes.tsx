// The contacts screen's address and its menu entry.
import { IconAddressBook } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const contactRoutes: ScreenRoute[] = [
  {
    path: pages.contacts,
    access: 'user',
    load: () => import('./ContactsPage.tsx').then(({ ContactsPage }) => ContactsPage)
  }
]

export const contactMenu: MenuEntry = {
  path: pages.contacts,
  label: 'contacts',
  icon: IconAddressBook,
  group: 'main',
  access: 'user'
}
