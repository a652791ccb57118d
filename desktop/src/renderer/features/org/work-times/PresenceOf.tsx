// Whether somebody is here, or why not: on leave, or outside of their hours.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { User } from '@guiche/shared/features/org/users.ts'
import { isAtWork } from '@guiche/shared/features/org/work-hours.ts'
import { useNow } from '#platform/device/clock.ts'
import { useUser } from '#platform/session/session.ts'
import { OnOff } from '#ui/tables/cells.tsx'
import { useLeaveText } from './leave.store.ts'

export function PresenceOf({ user }: { user: User }) {
  const { online, workHours } = user
  const { t } = useTranslation(['workTimes', 'words'])
  const { company } = useUser()
  const now = new Date(useNow())
  const leave = useLeaveText()(user)
  const isOut = !isAtWork(workHours ?? null, company.timeZone, now)
  const away = leave ?? (isOut && !online ? t('outside') : null)
  return (
    <OnOff isOn={online}>
      <Text {...(!online && { c: 'dimmed' })}>{away ?? t(online ? 'words:online' : 'words:offline')}</Text>
    </OnOff>
  )
}
