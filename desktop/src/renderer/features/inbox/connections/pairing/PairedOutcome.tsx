// The end of a pairing: that it worked, and the import of what the phone knows, where somebody has asked for it.
import { useState } from 'react'
import { Button, Loader, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import { HistoryLine } from './HistoryLine.tsx'
import { Outcome } from './Outcome.tsx'

interface PairedOutcomeProps {
  connection: Connection
  onClose: () => void
}

function History({ connection, onClose }: PairedOutcomeProps) {
  const { t } = useTranslation(['connections', 'words'])
  const { id, historyImport } = connection
  // Until the phone begins, what the one before has brought is still there.
  const [before] = useState(() => JSON.stringify(historyImport))
  const hasBegun = historyImport?.status === 'running' || JSON.stringify(historyImport) !== before
  const isOver = hasBegun && historyImport?.status !== 'running'
  return (
    <Stack align="center" gap="md" ta="center">
      {hasBegun && historyImport ? (
        <HistoryLine connectionId={id} history={historyImport} mayRetry size="sm" />
      ) : (
        <>
          <Loader size="sm" />
          <Text size="sm" role="status">
            {t('historyWaiting')}
          </Text>
        </>
      )}
      {!isOver && (
        <Text size="xs" c="dimmed">
          {t('historyGoesOn')}
        </Text>
      )}
      <Button variant="default" onClick={onClose} data-autofocus>
        {t('words:close')}
      </Button>
    </Stack>
  )
}

export function PairedOutcome({ connection, onClose }: PairedOutcomeProps) {
  const { t } = useTranslation('connections')
  const { name, importHistory } = connection
  return (
    <>
      <Outcome
        icon={<IconCheck size={28} />}
        color="teal"
        title={t('qrConnected')}
        text={t('qrConnectedText', { name })}
      />
      {importHistory !== 'off' && <History connection={connection} onClose={onClose} />}
    </>
  )
}
