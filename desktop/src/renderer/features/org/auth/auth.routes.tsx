// Addresses of the screens for visitors.
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { ScreenRoute } from '#platform/device/screen.ts'

export const authRoutes: ScreenRoute[] = [
  { path: pages.login, access: 'public', load: () => import('./LoginPage.tsx').then(({ LoginPage }) => LoginPage) },
  { path: pages.signUp, access: 'public', load: () => import('./SignUpPage.tsx').then(({ SignUpPage }) => SignUpPage) },
  {
    path: pages.confirmSignUp,
    access: 'public',
    load: () => import('./ConfirmSignUpPage.tsx').then(({ ConfirmSignUpPage }) => ConfirmSignUpPage)
  },
  {
    path: pages.appLogin,
    access: 'anyone',
    load: () => import('./AppLoginPage.tsx').then(({ AppLoginPage }) => AppLoginPage)
  },
  {
    path: pages.forgotPassword,
    access: 'public',
    load: () => import('./ForgotPasswordPage.tsx').then(({ ForgotPasswordPage }) => ForgotPasswordPage)
  },
  {
    path: pages.invitation,
    access: 'public',
    load: () => import('./InvitationPage.tsx').then(({ InvitationPage }) => InvitationPage)
  }
]
