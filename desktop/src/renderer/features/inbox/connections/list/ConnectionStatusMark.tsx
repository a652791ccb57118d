// The status of a connection: a mark, a word, and in words why and since when.
import { Group, Stack, Text, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ConnectionStatus, Connection } from '@guiche/shared/features/inbox/connections.ts'
import { formatDateTime, formatSince } from '#platform/text/format.ts'
import { StatusDot, type StatusTone } from '#ui/layout/StatusDot.tsx'

const tones: Record<ConnectionStatus, StatusTone> = {
  CONNECTED: 'good',
  qrcode: 'warn',
  PAIRING: 'busy',
  OPENING: 'busy',
  TIMEOUT: 'warn',
  DISCONNECTED: 'bad'
}

type Shown = Pick<Connection, 'status' | 'statusReason' | 'statusSince'>

export function ConnectionStatusMark({ connection }: { connection: Shown }) {
  const { t } = useTranslation('connections')
  const { status, statusReason, statusSince } = connection
  const isWorking = status === 'CONNECTED'
  return (
    <Stack gap={0}>
      <Group gap={6} wrap="nowrap">
        <StatusDot tone={tones[status]} />
        <Text fw={500}>{t(`status_${status}`)}</Text>
      </Group>
      <Text size="xs" c="dimmed" pl={14}>
        <Tooltip label={formatDateTime(statusSince)}>
          <span>{formatSince(statusSince)}</span>
        </Tooltip>
        {!isWorking && statusReason !== null && <> · {t(`reason_${statusReason}`)}</>}
      </Text>
    </Stack>
  )
}
