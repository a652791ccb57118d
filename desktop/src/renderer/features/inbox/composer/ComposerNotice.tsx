// Why what is sent will wait, or cannot be sent at all; nothing when all is well.
import { useEffect } from 'react'
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { ensureConnections, useConnection } from '#features/inbox/connections/connections.store.ts'
import classes from './composer.module.css'

export function ComposerNotice({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('composer')
  const isOffline = useRealtime(({ state }) => state === 'offline')
  const connection = useConnection(ticket.whatsappId ?? 0)
  useEffect(() => void ensureConnections(), [])
  const words =
    ticket.whatsappId === null
      ? t('noConnection')
      : isOffline
        ? t('offline')
        : connection !== null && connection.status !== 'CONNECTED'
          ? t('connectionDown', { name: connection.name })
          : null
  if (words === null) return null
  const Sign = isOffline ? IconCloudOff : IconAlertTriangle
  return (
    <div className={classes['notice']} role="status">
      <Sign size={15} stroke={1.75} aria-hidden />
      {words}
    </div>
  )
}
