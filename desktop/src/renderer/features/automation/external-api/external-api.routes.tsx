// The external API's address and its menu entry.
import { IconApi } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const externalApiRoutes: ScreenRoute[] = [
  {
    path: pages.externalApi,
    access: 'user',
    planFlag: 'useExternalApi',
    load: () => import('./ExternalApiPage.tsx').then(({ ExternalApiPage }) => ExternalApiPage)
  }
]

export const externalApiMenu: MenuEntry = {
  path: pages.externalApi,
  label: 'api',
  icon: IconApi,
  group: 'automation',
  access: 'user',
  planFlag: 'useExternalApi'
}
