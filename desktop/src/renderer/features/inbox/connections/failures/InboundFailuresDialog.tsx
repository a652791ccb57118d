// Received messages that could not be stored: why, since when, and another try for each.
import { useState } from 'react'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { replayInboundFailure, type InboundFailure } from '@guiche/shared/features/inbox/inbound-failures.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import type { Column } from '#ui/tables/column.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { useConnections } from '../connections.store.ts'
import { useInboundFailures } from './use-inbound-failures.ts'

export function InboundFailuresDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('connections')
  const life = useDialogLife(onClose)
  const { records, hasMore, phase, error: loadError, load, drop } = useInboundFailures()
  const connections = useConnections(({ items }) => items)
  const [busyId, setBusyId] = useState<number | null>(null)

  /** Returns whether the message is stored now. */
  const replay = async (record: InboundFailure): Promise<boolean> => {
    setBusyId(record.id)
    try {
      const { stored, reason } = await call(replayInboundFailure, { params: { id: record.id } })
      if (stored) drop(record.id)
      else notify.error(t('replayFailed', { reason: reason ?? '' }))
      return stored
    } catch (error) {
      notify.error(error)
      return false
    } finally {
      setBusyId(null)
    }
  }
  const replayOne = async (record: InboundFailure) => {
    if (await replay(record)) notify.success(t('replayDone'))
  }
  const replayAll = async () => {
    // One after the other, oldest first: the order in which the customers wrote.
    for (const record of records) if (!(await replay(record))) return
  }
  const nameOf = (id: number) => connections.find((connection) => connection.id === id)?.name ?? `#${id}`

  const chat = (record: InboundFailure) => (
    <>
      {record.chat}
      <Text size="xs" c="dimmed">
        {nameOf(record.whatsappId)}
      </Text>
    </>
  )
  const replayButton = (record: InboundFailure) => (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconRefresh size={14} />}
      loading={busyId === record.id}
      disabled={busyId !== null && busyId !== record.id}
      onClick={() => void replayOne(record)}
    >
      {t('replay')}
    </Button>
  )
  const columns: Column<InboundFailure>[] = [
    { key: 'received', title: t('failureReceived'), render: ({ receivedAt }) => formatDateTime(receivedAt) },
    { key: 'chat', title: t('failureChat'), render: chat },
    { key: 'reason', title: t('failureReason'), render: ({ reason }) => reason },
    { key: 'attempts', title: t('failureAttempts'), align: 'right', render: ({ attempts }) => attempts },
    { key: 'replay', title: t('replay'), isTitleHidden: true, align: 'right', render: replayButton }
  ]
  const narrowRow = (record: InboundFailure) => (
    <Stack gap={4} align="flex-start">
      <Text fw={500}>{record.chat}</Text>
      <Text size="xs" c="dimmed">
        {nameOf(record.whatsappId)} · {formatDateTime(record.receivedAt)}
      </Text>
      <Text>{record.reason}</Text>
      {replayButton(record)}
    </Stack>
  )

  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={t('failuresTitle')}
      size="xl"
    >
      <Stack gap="md">
        <Group justify="space-between">
          <Text c="dimmed">{t('failuresText')}</Text>
          {records.length > 1 && (
            <Button variant="default" disabled={busyId !== null} onClick={() => void replayAll()}>
              {t('replayAll')}
            </Button>
          )}
        </Group>
        <DataTable
          label={t('failuresTitle')}
          columns={columns}
          rows={records}
          rowKey={({ id }) => id}
          phase={phase}
          error={loadError}
          onRetry={load}
          hasMore={hasMore}
          onMore={load}
          renderNarrow={narrowRow}
          empty={{ icon: IconCircleCheck, text: t('failuresEmpty') }}
        />
      </Stack>
    </Modal>
  )
}
