// The external API's address and its menu entry.
import { IconApi } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const externalApiRoutes: ScreenRoute[] = [
  {
    path: '/messages-api',
    access: 'user',
    planFlag: 'useExternalApi',
    load: () => import('./ExternalApiPage.tsx').then(({ ExternalApiPage }) => ExternalApiPage)
  }
]

export const externalApiMenu: MenuEntry = {
  path: '/messages-api',
  label: 'api',
  icon: IconApi,
  group: 'reach',
  access: 'user',
  planFlag: 'useExternalApi'
}
