// Turns the list of screens into the router: guards around them, one chunk each, unknown addresses to the home.
import { lazy, type ComponentType } from 'react'
import { Navigate, Outlet, type RouteObject } from 'react-router-dom'
import type { ScreenRoute } from '#platform/device/screen.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { PrivateGuard, PublicGuard, ScreenGuard } from './Guard.tsx'
import { Layout } from './Layout.tsx'
import { isOutside } from './menu/access.ts'

const lazily = (load: () => Promise<ComponentType>) => lazy(() => load().then((component) => ({ default: component })))

function routeOf(route: ScreenRoute): RouteObject {
  const Screen = lazily(route.load)
  return {
    path: route.path,
    errorElement: <ErrorBoundary />,
    handle: { isFullHeight: route.isFullHeight === true },
    element: (
      <ScreenGuard route={route}>
        <Screen />
      </ScreenGuard>
    )
  }
}

function outsideRouteOf(route: ScreenRoute): RouteObject {
  const Screen = lazily(route.load)
  return {
    path: route.path,
    errorElement: <ErrorBoundary />,
    element:
      route.access === 'anyone' ? (
        <Screen />
      ) : (
        <PublicGuard>
          <Screen />
        </PublicGuard>
      )
  }
}

/** Route objects for a router of any kind. */
export function buildRoutes(routes: ScreenRoute[]): RouteObject[] {
  return [
    {
      errorElement: <ErrorBoundary />,
      element: <Outlet />,
      children: [
        ...routes.filter(isOutside).map(outsideRouteOf),
        {
          element: (
            <PrivateGuard>
              <Layout />
            </PrivateGuard>
          ),
          children: routes.filter((route) => !isOutside(route)).map(routeOf)
        },
        { path: '*', element: <Navigate to="/" replace /> }
      ]
    }
  ]
}
