// The addresses of contact lists and of the people in one, and the menu entry.
import { IconListDetails } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

const gate = { access: 'user', planFlag: 'useCampaigns', localFlag: 'cshow' } as const

export const contactListRoutes: ScreenRoute[] = [
  {
    ...gate,
    path: '/contact-lists',
    load: () => import('./ContactListsPage.tsx').then(({ ContactListsPage }) => ContactListsPage)
  },
  {
    ...gate,
    path: '/contact-lists/:contactListId/contacts',
    load: () => import('./ListItemsPage.tsx').then(({ ListItemsPage }) => ListItemsPage)
  }
]

export const contactListMenu: MenuEntry = {
  ...gate,
  path: '/contact-lists',
  label: 'contactLists',
  icon: IconListDetails,
  group: 'reach'
}
