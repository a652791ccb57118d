// Fetches the code of the screens a person may open while nothing else is going on, so that none is waited for.
import { useEffect } from 'react'
import { useSession } from '#platform/session.ts'
import { refusalOf } from './access.ts'
import { routes } from './routes.tsx'

/** Milliseconds after which it happens even if the page is never idle. */
const latest = 5_000

export const usePreload = (): void => {
  const userId = useSession((state) => state.user?.id)
  useEffect(() => {
    const { user } = useSession.getState()
    if (userId === undefined || user === null) return
    const wanted = routes.filter((route) => route.access !== 'public' && refusalOf(route, user, null) === null)
    const preload = () => {
      // What fails now is fetched when the screen is opened.
      for (const { load } of wanted) load().catch(() => undefined)
    }
    const task = requestIdleCallback(preload, { timeout: latest })
    return () => cancelIdleCallback(task)
  }, [userId])
}
