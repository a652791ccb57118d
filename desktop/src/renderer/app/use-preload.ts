// Fetches code before it is asked for: the screen of the address at once, the others while nothing else is going on.
import { useEffect } from 'react'
import { matchPath } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { takeLater } from '#platform/state/later.ts'
import { useSession } from '#platform/session/session.ts'
import { isOutside, refusalOf } from './menu/access.ts'
import { routes } from './routes.tsx'

/** Milliseconds for which the first screen has the line to itself. */
const quiet = 1_500
/** Milliseconds after which the next piece is fetched even if the page is never idle. */
const latest = 5_000

/** Begins with the screen of the address while it is still being asked who is here. */
export function preloadScreen(pathname: string): void {
  // Those who have no dashboard are led to their tickets.
  const wanted = routes.filter(
    ({ path }) => matchPath(path, pathname) || (pathname === '/' && path.startsWith(pages.tickets))
  )
  for (const { load } of wanted) load().catch(() => undefined)
}

export function usePreload(): void {
  const userId = useSession((state) => state.user?.id)
  useEffect(() => {
    const { user } = useSession.getState()
    if (userId === undefined || user === null) return
    const wanted = routes.filter((route) => !isOutside(route) && refusalOf(route, user, null) === null)
    const loads: (() => Promise<unknown>)[] = wanted.map(({ load }) => load)
    let task = 0
    // One piece at a time, so that a key or a click never waits for all of them.
    const next = (): void => {
      loads.push(...takeLater())
      const load = loads.shift()
      if (!load) return
      // What fails now is fetched when it is shown.
      load().then(wait, wait)
    }
    const wait = (): void => {
      task = requestIdleCallback(next, { timeout: latest })
    }
    const timer = setTimeout(wait, quiet)
    return () => {
      clearTimeout(timer)
      cancelIdleCallback(task)
    }
  }, [userId])
}
