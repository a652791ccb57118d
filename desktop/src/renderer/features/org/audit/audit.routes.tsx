// The address of the audit log and its menu entry.
import { IconShieldSearch } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const auditRoutes: ScreenRoute[] = [
  { path: pages.audit, access: 'admin', load: () => import('./AuditPage.tsx').then(({ AuditPage }) => AuditPage) }
]

export const auditMenu: MenuEntry = {
  path: pages.audit,
  label: 'audit',
  icon: IconShieldSearch,
  group: 'company',
  access: 'admin'
}
