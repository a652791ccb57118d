// Every screen of the console, feature by feature.
import type { ScreenRoute } from '#platform/screen.ts'
import { authRoutes } from '#features/org/auth/auth.routes.tsx'
import { ticketRoutes } from '#features/inbox/tickets/tickets.routes.tsx'

export const routes: ScreenRoute[] = [...authRoutes, ...ticketRoutes]
