// The share of the last days in which a connection had WhatsApp; opens the days behind it.
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { uptimeDays } from '@guiche/shared/features/inbox/connection-uptime.ts'
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import { formatShare } from '#platform/text/format.ts'
import classes from '../connections.module.css'
import { useUptime } from './uptime.store.ts'

interface UptimeButtonProps {
  connection: Connection
  onOpen: () => void
}

export function UptimeButton({ connection, onOpen }: UptimeButtonProps) {
  const { t } = useTranslation('connections')
  const share = useUptime(connection.id)?.share ?? null
  if (share === null) {
    return (
      <Text size="xs" c="dimmed" className={classes['line'] ?? ''}>
        {t('uptimeUnknown')}
      </Text>
    )
  }
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      ta="left"
      className={`g-numbers ${classes['line']}`}
      aria-label={t('uptimeOpen', { name: connection.name, share: formatShare(share), count: uptimeDays })}
      onClick={onOpen}
    >
      {formatShare(share)}
    </Anchor>
  )
}
