// Restarts into the update that is ready; not while something would be broken off.
import { Button, type ButtonProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBusyReason } from '#platform/state/busy.ts'
import { restartIntoUpdate, useUpdates } from '#platform/device/updates.ts'

export function RestartButton({ size }: Pick<ButtonProps, 'size'>) {
  const { t } = useTranslation('updates')
  const isInstalling = useUpdates((state) => state.isInstalling)
  const isBusy = useBusyReason() !== null
  return (
    <Button
      {...(size ? { size } : {})}
      disabled={isBusy}
      loading={isInstalling}
      onClick={() => void restartIntoUpdate()}
    >
      {t('restart')}
    </Button>
  )
}
