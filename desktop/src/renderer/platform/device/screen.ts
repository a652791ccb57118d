// What a feature tells the app about its screens and its menu entry.
import type { ComponentType } from 'react'
import type { Icon } from '@tabler/icons-react'
import type { PermissionKey, PlanFlag } from '@guiche/shared/kernel/access.ts'

/** One route; `load` fetches the screen's chunk: `() => import('./TagsPage.tsx').then((m) => m.TagsPage)`. */
export interface ScreenRoute {
  path: `/${string}`
  /** `public`: for visitors alone; `anyone`: for them and for who is signed in. */
  access: 'public' | 'anyone' | 'user' | 'admin' | 'super'
  /** The screen is for whoever holds it, or one of them. */
  permission?: PermissionKey | readonly PermissionKey[]
  planFlag?: PlanFlag
  /** Storage key without which the route does not exist. */
  localFlag?: 'cshow'
  /** True for screens that fill the window and scroll inside, such as the ticket screen. */
  isFullHeight?: boolean
  load: () => Promise<ComponentType>
}

/** Groups of the menu in their order; `menu.ts` in the app says where each shows. */
export type MenuGroup = 'main' | 'work' | 'reach' | 'service' | 'people' | 'automation' | 'company' | 'platform'

export interface MenuEntry {
  path: `/${string}`
  /** Key in the namespace `menu`. */
  label: string
  icon: Icon
  group: MenuGroup
  access: 'user' | 'admin' | 'super'
  /** The entry is for whoever holds it, or one of them. */
  permission?: PermissionKey | readonly PermissionKey[]
  planFlag?: PlanFlag
  /** Storage key without which the entry does not show. */
  localFlag?: 'cshow'
  /** A hook that returns a short mark such as '!' or a count, or null. */
  useBadge?: () => { text: string; label: string } | null
}
