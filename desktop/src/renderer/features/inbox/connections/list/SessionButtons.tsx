// What can be done with a connection's session, by its status.
import { Button, Group } from '@mantine/core'
import { IconPlugConnectedX, IconQrcode, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { startSession, type Connection } from '@guiche/shared/features/inbox/connections.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { useAttempt } from '../pairing/use-attempt.ts'

interface SessionButtonsProps {
  connection: Connection
  onShowQr: () => void
  onNewQr: () => Promise<void>
  onDisconnect: () => void
}

export function SessionButtons({ connection, onShowQr, onNewQr, onDisconnect }: SessionButtonsProps) {
  const { t } = useTranslation('connections')
  const { isBusy, attempt } = useAttempt()
  const tryAgain = async () => {
    await call(startSession, { params: { id: connection.id } })
    notify.info(t('sessionStarting'))
  }
  switch (connection.status) {
    case 'qrcode':
      return (
        <Button size="compact-sm" leftSection={<IconQrcode size={15} />} onClick={onShowQr}>
          {t('showQr')}
        </Button>
      )
    case 'DISCONNECTED':
      return (
        <Group gap={6}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={15} />}
            loading={isBusy}
            onClick={() => attempt(tryAgain)}
          >
            {t('tryAgain')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconQrcode size={15} />}
            disabled={isBusy}
            onClick={() => attempt(onNewQr)}
          >
            {t('newQr')}
          </Button>
        </Group>
      )
    case 'OPENING':
      return (
        <Button size="compact-sm" variant="default" disabled>
          {t('connecting')}
        </Button>
      )
    default:
      return (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlugConnectedX size={15} />}
          onClick={onDisconnect}
        >
          {t('disconnect')}
        </Button>
      )
  }
}
