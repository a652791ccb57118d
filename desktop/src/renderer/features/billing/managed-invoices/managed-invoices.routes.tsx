// The super user's invoices: the screen's address and its menu entry.
import { IconFileInvoice } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const managedInvoiceRoutes: ScreenRoute[] = [
  {
    path: pages.managedInvoices,
    access: 'super',
    load: () => import('./ManagedInvoicesPage.tsx').then(({ ManagedInvoicesPage }) => ManagedInvoicesPage)
  }
]

export const managedInvoiceMenu: MenuEntry = {
  path: pages.managedInvoices,
  label: 'invoices',
  icon: IconFileInvoice,
  group: 'platform',
  access: 'super'
}
