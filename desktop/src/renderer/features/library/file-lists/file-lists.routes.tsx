// The file lists screen's address and its menu entry.
import { IconFiles } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const fileListRoutes: ScreenRoute[] = [
  {
    path: '/files',
    access: 'admin',
    permission: 'files-page:write',
    load: () => import('./FileListsPage.tsx').then(({ FileListsPage }) => FileListsPage)
  }
]

export const fileListMenu: MenuEntry = {
  path: '/files',
  label: 'files',
  icon: IconFiles,
  group: 'administration',
  access: 'admin',
  permission: 'files-page:write'
}
