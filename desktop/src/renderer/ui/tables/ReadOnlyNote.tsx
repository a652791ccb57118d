// Says to somebody who may look but not change who can let them.
import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function ReadOnlyNote() {
  const { t } = useTranslation('words')
  return (
    <Alert color="gray" variant="light" icon={<IconLock size={16} />} mb="md">
      {t('readOnly')}
    </Alert>
  )
}
