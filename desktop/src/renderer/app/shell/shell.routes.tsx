// The screen of the desktop app's settings.
import type { ScreenRoute } from '#platform/device/screen.ts'

export const shellRoutes: ScreenRoute[] = [
  { path: '/desktop', access: 'user', load: () => import('./DesktopPage.tsx').then(({ DesktopPage }) => DesktopPage) }
]
