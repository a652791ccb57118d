// The menu entries that the signed-in person may see, group by group, and which of them is open.
import { useMemo } from 'react'
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import type { MenuEntry } from '#platform/device/screen.ts'
import { useFromPath } from '#platform/session/navigation.ts'
import { useSession } from '#platform/session/session.ts'
import { refusalOf } from './access.ts'
import { menuEntries, menuGroups, type MenuArea } from './menu.ts'

export interface ShownGroup {
  label: (typeof menuGroups)[number]['label']
  area: MenuArea
  entries: MenuEntry[]
}

/** Groups without an entry are left out. */
export function useMenu(): ShownGroup[] {
  const user = useSession((state) => state.user)
  const plan = useSession((state) => state.plan)
  return useMemo(() => {
    if (user === null) return []
    const isAdministering = isAdmin(user)
    return menuGroups
      .map(({ group, label, area }) => ({
        label,
        area: area === 'administration' && !isAdministering ? ('more' as const) : area,
        entries: menuEntries.filter((entry) => entry.group === group && refusalOf(entry, user, plan) === null)
      }))
      .filter(({ entries }) => entries.length > 0)
  }, [user, plan])
}

const isUnder = (pathname: string, path: string): boolean =>
  pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))

export const entriesOf = (groups: readonly ShownGroup[], area: MenuArea): MenuEntry[] =>
  groups.filter((group) => group.area === area).flatMap(({ entries }) => entries)

/** The entry whose screen is open. */
export function useCurrentEntry(groups: readonly ShownGroup[]): MenuEntry | null {
  const entries = groups.flatMap((group) => group.entries)
  const current = useFromPath((path) => entries.find((entry) => isUnder(path, entry.path))?.path ?? null)
  return entries.find(({ path }) => path === current) ?? null
}
