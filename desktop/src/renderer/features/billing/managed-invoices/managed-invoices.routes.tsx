// The super user's invoices: the screen's address and its menu entry.
import { IconFileInvoice } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const managedInvoiceRoutes: ScreenRoute[] = [
  {
    path: '/invoices',
    access: 'super',
    load: () => import('./ManagedInvoicesPage.tsx').then(({ ManagedInvoicesPage }) => ManagedInvoicesPage)
  }
]

export const managedInvoiceMenu: MenuEntry = {
  path: '/invoices',
  label: 'invoices',
  icon: IconFileInvoice,
  group: 'administration',
  access: 'super'
}
