// Says on the login page who took the login over, and how to get it back.
import { Alert, Text } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { LoginOrigin } from '@guiche/shared/features/org/auth.ts'
import { formatMoment } from '#platform/text/format.ts'

function Origin({ by }: { by: LoginOrigin }) {
  const { t } = useTranslation('auth')
  const names = { browser: by.browser ?? '', system: by.system ?? '' }
  const device =
    by.browser !== null && by.system !== null
      ? t('takenOverDevice', names)
      : names.browser || names.system || t('takenOverUnknown')
  return (
    <Text size="sm" fw={500}>
      {[formatMoment(by.at), device, by.address].join(' · ')}
    </Text>
  )
}

/** `by` is null where it is not known whence. */
export function TakeOverAlert({ by }: { by: LoginOrigin | null }) {
  const { t } = useTranslation(['auth', 'errors'])
  return (
    <Alert color="yellow" icon={<IconDevices size={20} />} title={t('errors:ERR_SESSION_TAKEN_OVER')}>
      {by && <Origin by={by} />}
      <Text size="sm">{t('takenOverKept')}</Text>
      <Text size="sm">{t('takenOverStranger')}</Text>
    </Alert>
  )
}
