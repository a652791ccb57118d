// The hours and the leave of somebody in their dialog, for admins: what they are now, and the way to change them.
import { useState } from 'react'
import { Badge, Button, Group, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { User } from '@guiche/shared/features/org/users.ts'
import { isAtWork } from '@guiche/shared/features/org/work-hours.ts'
import { useNow } from '#platform/device/clock.ts'
import { useUser } from '#platform/session/session.ts'
import { useLeaveText } from './leave.store.ts'
import { WorkTimesDialog } from './WorkTimesDialog.tsx'

export function WorkTimesOf({ user }: { user: User }) {
  const { t } = useTranslation(['workTimes', 'words'])
  const { company } = useUser()
  const now = new Date(useNow())
  const [person, setPerson] = useState(user)
  const [isOpen, setOpen] = useState(false)
  const hours = person.workHours ?? null
  const leave = useLeaveText()(person)
  const state = () => {
    if (leave !== null) return <Badge color="yellow">{leave}</Badge>
    if (hours === null) return <Badge color="gray">{t('noLimit')}</Badge>
    const isIn = isAtWork(hours, company.timeZone, now)
    return <Badge color={isIn ? 'teal' : 'yellow'}>{t(isIn ? 'inside' : 'outside')}</Badge>
  }
  return (
    <section aria-label={t('title')}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h5">
          {t('title')}
        </Title>
        <Group gap="xs">
          {state()}
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`${t('change')}: ${t('title')}`}
            onClick={() => setOpen(true)}
          >
            {t('change')}
          </Button>
        </Group>
      </Group>
      {isOpen && <WorkTimesDialog user={person} onSaved={setPerson} onClose={() => setOpen(false)} />}
    </section>
  )
}
