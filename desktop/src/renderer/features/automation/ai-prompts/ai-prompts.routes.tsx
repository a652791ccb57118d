// The address of the screen of AI prompts and its menu entry.
import { IconSparkles } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const promptRoutes: ScreenRoute[] = [
  {
    path: pages.prompts,
    access: 'user',
    planFlag: 'useOpenAi',
    load: () => import('./PromptsPage.tsx').then(({ PromptsPage }) => PromptsPage)
  }
]

export const promptMenu: MenuEntry = {
  path: pages.prompts,
  label: 'prompts',
  icon: IconSparkles,
  group: 'automation',
  access: 'user',
  planFlag: 'useOpenAi'
}
