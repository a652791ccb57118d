// The menu entries that the signed-in person may see, group by group.
import { useMemo } from 'react'
import type { MenuEntry } from '#platform/device/screen.ts'
import { useSession } from '#platform/session/session.ts'
import { refusalOf } from './access.ts'
import { menuEntries, menuGroups } from './menu.ts'

export interface ShownGroup {
  label: (typeof menuGroups)[number]['label']
  entries: MenuEntry[]
}

/** Groups without an entry are left out. */
export function useMenu(): ShownGroup[] {
  const user = useSession((state) => state.user)
  const plan = useSession((state) => state.plan)
  return useMemo(() => {
    if (user === null) return []
    return menuGroups
      .map(({ group, label }) => ({
        label,
        entries: menuEntries.filter((entry) => entry.group === group && refusalOf(entry, user, plan) === null)
      }))
      .filter(({ entries }) => entries.length > 0)
  }, [user, plan])
}
