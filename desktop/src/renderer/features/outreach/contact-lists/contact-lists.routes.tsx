// The addresses of contact lists and of the people in one, and the menu entry.
import { IconListDetails } from '@tabler/icons-react'
import { contactListPage, pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

const gate = {
  access: 'user',
  permission: 'campaigns-page:write',
  planFlag: 'useCampaigns',
  localFlag: 'cshow'
} as const

export const contactListRoutes: ScreenRoute[] = [
  {
    ...gate,
    path: pages.contactLists,
    load: () => import('./ContactListsPage.tsx').then(({ ContactListsPage }) => ContactListsPage)
  },
  {
    ...gate,
    path: contactListPage(':contactListId'),
    load: () => import('./ListItemsPage.tsx').then(({ ListItemsPage }) => ListItemsPage)
  }
]

export const contactListMenu: MenuEntry = {
  ...gate,
  path: pages.contactLists,
  label: 'contactLists',
  icon: IconListDetails,
  group: 'reach'
}
