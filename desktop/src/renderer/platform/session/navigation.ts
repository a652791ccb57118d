// Going to another screen, and what is to be known of where one is, without being drawn anew at every step of the way.
import { createContext, use, useSyncExternalStore } from 'react'
import type { RouterProviderProps } from 'react-router-dom'

type Router = RouterProviderProps['router']

/** The router of the console, for those who go somewhere. */
export const CurrentRouter = createContext<Router | null>(null)

function useRouter(): Router {
  const router = use(CurrentRouter)
  if (router === null) throw new Error('there is no router here')
  return router
}

/** The path below the place that the console is served from. */
function pathOf({ state, basename }: Router): string {
  const { pathname } = state.location
  return basename === undefined || basename === '/' ? pathname : pathname.slice(basename.length) || '/'
}

/** As `useNavigate` of react-router, which draws its asker anew whenever the address changes. */
export const useNavigate = (): Router['navigate'] => useRouter().navigate

/** What `read` makes of the path; draws anew only when that changes. `read` answers with something simple. */
export function useFromPath<T extends string | boolean | null>(read: (path: string) => T): T {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, () => read(pathOf(router)))
}
