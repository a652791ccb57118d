// The screen of the desktop app's settings.
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { ScreenRoute } from '#platform/device/screen.ts'

export const shellRoutes: ScreenRoute[] = [
  {
    path: pages.desktop,
    access: 'user',
    load: () => import('./DesktopPage.tsx').then(({ DesktopPage }) => DesktopPage)
  }
]
