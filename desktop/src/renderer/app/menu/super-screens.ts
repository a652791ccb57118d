// The super user's screens. The standard edition of the desktop app is built with empty lists in the place of these.
import { lazy } from 'react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'
import type { SettingsTab } from '#features/org/settings/settings.store.ts'
import { companyMenu, companyRoutes } from '#features/org/companies/companies.routes.tsx'
import { planMenu, planRoutes } from '#features/org/plans/plans.routes.tsx'
import { announcementMenu, announcementRoutes } from '#features/library/announcements/announcements.routes.tsx'
import {
  managedInvoiceMenu,
  managedInvoiceRoutes
} from '#features/billing/managed-invoices/managed-invoices.routes.tsx'

export const superTabs: SettingsTab[] = [
  {
    value: 'companies',
    label: 'tabCompanies',
    Panel: lazy(async () => ({ default: (await import('#features/org/companies/CompaniesScreen.tsx')).CompaniesTab }))
  },
  {
    value: 'plans',
    label: 'tabPlans',
    Panel: lazy(async () => ({ default: (await import('#features/org/plans/PlansScreen.tsx')).PlansTab }))
  },
  {
    value: 'helps',
    label: 'tabHelps',
    Panel: lazy(async () => ({ default: (await import('#features/library/helps/HelpsTab.tsx')).HelpsTab }))
  }
]

const Invoices = lazy(async () => ({
  default: (await import('#features/billing/managed-invoices/CompanyInvoices.tsx')).CompanyInvoices
}))

const Extras = lazy(async () => ({
  default: (await import('#features/billing/extras/ExtrasForm.tsx')).ExtrasForm
}))

export const superRoutes: ScreenRoute[] = [
  ...companyRoutes({ Invoices, Extras }),
  ...planRoutes,
  ...managedInvoiceRoutes,
  ...announcementRoutes
]

export const superMenu: MenuEntry[] = [companyMenu, planMenu, managedInvoiceMenu, announcementMenu]
