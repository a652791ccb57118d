// The address of the screen of AI prompts and its menu entry.
import { IconSparkles } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const promptRoutes: ScreenRoute[] = [
  {
    path: '/prompts',
    access: 'user',
    planFlag: 'useOpenAi',
    load: () => import('./PromptsPage.tsx').then(({ PromptsPage }) => PromptsPage)
  }
]

export const promptMenu: MenuEntry = {
  path: '/prompts',
  label: 'prompts',
  icon: IconSparkles,
  group: 'reach',
  access: 'user',
  planFlag: 'useOpenAi'
}
