// The address of the screen of plan and invoices, and its menu entry.
import { IconReceipt } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const invoiceRoutes: ScreenRoute[] = [
  {
    path: pages.invoices,
    access: 'admin',
    permission: 'financial-page:write',
    load: () => import('./FinancialPage.tsx').then(({ FinancialPage }) => FinancialPage)
  }
]

export const invoiceMenu: MenuEntry = {
  path: pages.invoices,
  label: 'financial',
  icon: IconReceipt,
  group: 'company',
  access: 'admin',
  permission: 'financial-page:write'
}
