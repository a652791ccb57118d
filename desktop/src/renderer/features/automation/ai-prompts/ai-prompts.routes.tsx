// The address of the screen of AI prompts and its menu entry.
import { IconSparkles } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/screen.ts'

export const promptRoutes: ScreenRoute[] = [
  {
    path: '/prompts',
    access: 'admin',
    planFlag: 'useOpenAi',
    load: () => import('./PromptsPage.tsx').then(({ PromptsPage }) => PromptsPage)
  }
]

export const promptMenu: MenuEntry = {
  path: '/prompts',
  label: 'prompts',
  icon: IconSparkles,
  group: 'administration',
  access: 'admin',
  planFlag: 'useOpenAi'
}
