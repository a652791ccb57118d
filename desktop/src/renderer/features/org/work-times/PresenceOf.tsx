// Whether somebody is here, or why not: outside of their hours.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { User } from '@guiche/shared/features/org/users.ts'
import { isAtWork } from '@guiche/shared/features/org/work-hours.ts'
import { useNow } from '#platform/device/clock.ts'
import { useUser } from '#platform/session/session.ts'
import { OnOff } from '#ui/tables/cells.tsx'

export function PresenceOf({ user: { online, workHours } }: { user: User }) {
  const { t } = useTranslation(['workTimes', 'words'])
  const { company } = useUser()
  const now = new Date(useNow())
  const isOut = !isAtWork(workHours ?? null, company.timeZone, now)
  return (
    <OnOff isOn={online}>
      <Text {...(!online && { c: 'dimmed' })}>
        {isOut && !online ? t('outside') : t(online ? 'words:online' : 'words:offline')}
      </Text>
    </OnOff>
  )
}
