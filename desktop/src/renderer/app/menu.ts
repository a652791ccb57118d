// The side menu: every entry in its order, and the headings of its groups.
import type { MenuEntry, MenuGroup } from '#platform/screen.ts'
import { ticketMenu } from '#features/inbox/tickets/tickets.routes.tsx'

export const menuGroups: { group: MenuGroup; label: `group${string}`; access: 'user' | 'admin' }[] = [
  { group: 'work', label: 'groupWork', access: 'user' },
  { group: 'reach', label: 'groupReach', access: 'user' },
  { group: 'team', label: 'groupTeam', access: 'user' },
  { group: 'administration', label: 'groupAdministration', access: 'admin' }
]

export const menuEntries: MenuEntry[] = [ticketMenu]
