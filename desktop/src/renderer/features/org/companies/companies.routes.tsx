// The super user's companies: the addresses of their screens and the menu entry.
import { IconBuildingStore } from '@tabler/icons-react'
import { companyPage, pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'
import type { CompanyParts } from './company-parts.ts'

export function companyRoutes(parts: CompanyParts): ScreenRoute[] {
  return [
    {
      path: pages.companies,
      access: 'super',
      load: () => import('./CompaniesScreen.tsx').then(({ CompaniesPage }) => CompaniesPage)
    },
    {
      path: companyPage(':id'),
      access: 'super',
      load: async () => {
        const { CompanyPage } = await import('./CompanyPage.tsx')
        return () => <CompanyPage {...parts} />
      }
    }
  ]
}

export const companyMenu: MenuEntry = {
  path: pages.companies,
  label: 'companies',
  icon: IconBuildingStore,
  group: 'platform',
  access: 'super'
}
