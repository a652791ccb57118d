// Addresses of the screens for visitors.
import type { ScreenRoute } from '#platform/device/screen.ts'

export const authRoutes: ScreenRoute[] = [
  { path: '/login', access: 'public', load: () => import('./LoginPage.tsx').then(({ LoginPage }) => LoginPage) },
  { path: '/signup', access: 'public', load: () => import('./SignUpPage.tsx').then(({ SignUpPage }) => SignUpPage) },
  {
    path: '/forgetpsw',
    access: 'public',
    load: () => import('./ForgotPasswordPage.tsx').then(({ ForgotPasswordPage }) => ForgotPasswordPage)
  }
]
