// The file lists screen's address and its menu entry.
import { IconFiles } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const fileListRoutes: ScreenRoute[] = [
  {
    path: pages.fileLists,
    access: 'admin',
    permission: 'files-page:write',
    load: () => import('./FileListsPage.tsx').then(({ FileListsPage }) => FileListsPage)
  }
]

export const fileListMenu: MenuEntry = {
  path: pages.fileLists,
  label: 'files',
  icon: IconFiles,
  group: 'service',
  access: 'admin',
  permission: 'files-page:write'
}
