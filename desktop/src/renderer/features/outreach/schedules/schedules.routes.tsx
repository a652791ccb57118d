// The address of the screen of scheduled messages, and its menu entry with the count of those that wait for a word.
import { IconCalendarClock } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'
import { useSchedulesBadge } from './use-schedules-badge.ts'

export const scheduleRoutes: ScreenRoute[] = [
  {
    path: pages.schedules,
    access: 'user',
    planFlag: 'useSchedules',
    load: () => import('./SchedulesPage.tsx').then(({ SchedulesPage }) => SchedulesPage)
  }
]

export const scheduleMenu: MenuEntry = {
  path: pages.schedules,
  label: 'schedules',
  icon: IconCalendarClock,
  group: 'work',
  access: 'user',
  planFlag: 'useSchedules',
  useBadge: useSchedulesBadge
}
