// The settings screen's address and its menu entry.
import { IconSettings } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'
import type { SettingsTab } from './settings.store.ts'

export function settingRoutes(extras: SettingsTab[]): ScreenRoute[] {
  return [
    {
      path: pages.settings,
      access: 'admin',
      load: async () => {
        const { SettingsPage } = await import('./SettingsPage.tsx')
        return () => <SettingsPage extras={extras} />
      }
    }
  ]
}

export const settingMenu: MenuEntry = {
  path: pages.settings,
  label: 'settings',
  icon: IconSettings,
  group: 'company',
  access: 'admin'
}
