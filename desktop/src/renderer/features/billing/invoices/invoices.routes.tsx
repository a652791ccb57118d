// The address of the screen of plan and invoices, and its menu entry.
import { IconReceipt } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const invoiceRoutes: ScreenRoute[] = [
  {
    path: '/financeiro',
    access: 'admin',
    load: () => import('./FinancialPage.tsx').then(({ FinancialPage }) => FinancialPage)
  }
]

export const invoiceMenu: MenuEntry = {
  path: '/financeiro',
  label: 'financial',
  icon: IconReceipt,
  group: 'administration',
  access: 'admin'
}
