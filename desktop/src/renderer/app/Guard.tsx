// Lets a person through to a screen, or sends them where they belong.
import { Suspense, useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import type { ScreenRoute } from '#platform/device/screen.ts'
import { notify } from '#platform/device/notify.ts'
import { useSession } from '#platform/session/session.ts'
import { refusalOf } from './menu/access.ts'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'

/** Milliseconds between the word that a screen is not permitted and the way back. */
const redirectDelay = 1_000

function Refused() {
  const { t } = useTranslation('layout')
  const navigate = useNavigate()
  useEffect(() => {
    notify.error(t('noPermissionRedirect'))
    const timer = setTimeout(() => void navigate('/', { replace: true }), redirectDelay)
    return () => clearTimeout(timer)
  }, [navigate, t])
  return <ScreenSkeleton />
}

/** Screens of the signed-in: to the login without one, with the place to come back to. */
export function PrivateGuard({ children }: { children: ReactNode }) {
  const phase = useSession((state) => state.phase)
  const location = useLocation()
  if (phase === 'in') return children
  return <Navigate to={pages.login} replace state={{ from: location.pathname + location.search }} />
}

/** Screens for visitors: who is signed in goes on to the place they came for. */
export function PublicGuard({ children }: { children: ReactNode }) {
  const phase = useSession((state) => state.phase)
  const location = useLocation()
  const from = (location.state as { from?: string } | null)?.from
  return phase === 'in' ? <Navigate to={from ?? '/'} replace /> : children
}

export function ScreenGuard({ route, children }: { route: ScreenRoute; children: ReactNode }) {
  const { user, plan } = useSession()
  if (user === null) return null
  const refusal = refusalOf(route, user, plan)
  // The home of those who have no dashboard is their tickets.
  if (route.path === '/' && refusal === 'role') return <Navigate to={pages.tickets} replace />
  if (refusal !== null) return <Refused />
  if (route.localFlag !== undefined && localStorage.getItem(route.localFlag) === null)
    return <Navigate to="/" replace />
  return <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
}
