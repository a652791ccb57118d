// Received messages that could not be stored: why, since when, and another try for each.
import { useEffect, useState } from 'react'
import { Button, Group, Modal, Skeleton, Stack, Table, Text } from '@mantine/core'
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  listInboundFailures,
  replayInboundFailure,
  type InboundFailure
} from '@guiche/shared/features/inbox/messages.ts'
import { formatDateTime } from '#platform/format.ts'
import { call } from '#platform/http.ts'
import { notify } from '#platform/notify.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useDialogLife } from '#ui/use-dialog-life.ts'
import { useConnections } from './connections.store.ts'

const useFailures = () => {
  const [records, setRecords] = useState<InboundFailure[] | null>(null)
  const [hasMore, setHasMore] = useState(false)
  const [page, setPage] = useState(1)
  useEffect(() => {
    const aborter = new AbortController()
    call(listInboundFailures, { query: { pageNumber: page } }, { signal: aborter.signal }).then((found) => {
      setRecords((present) => [...(page === 1 ? [] : (present ?? [])), ...found.records])
      setHasMore(found.hasMore)
    }, notify.error)
    return () => aborter.abort()
  }, [page])
  const drop = (id: number) => setRecords((present) => present?.filter((record) => record.id !== id) ?? null)
  return { records, hasMore, loadMore: () => setPage(page + 1), drop }
}

export const InboundFailuresDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('connections')
  const life = useDialogLife(onClose)
  const { records, hasMore, loadMore, drop } = useFailures()
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
    for (const record of records ?? []) if (!(await replay(record))) return
  }
  const nameOf = (id: number) => connections.find((connection) => connection.id === id)?.name ?? `#${id}`

  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      title={t('failuresTitle')}
      size="xl"
    >
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Text c="dimmed">{t('failuresText')}</Text>
          {(records?.length ?? 0) > 1 && (
            <Button variant="default" disabled={busyId !== null} onClick={() => void replayAll()}>
              {t('replayAll')}
            </Button>
          )}
        </Group>
        {records === null && <Skeleton height={120} />}
        {records?.length === 0 && <EmptyState icon={IconCircleCheck} title={t('failuresEmpty')} />}
        {records !== null && records.length > 0 && (
          <Table.ScrollContainer minWidth={560}>
            <Table aria-label={t('failuresTitle')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('failureReceived')}</Table.Th>
                  <Table.Th>{t('failureChat')}</Table.Th>
                  <Table.Th>{t('failureReason')}</Table.Th>
                  <Table.Th ta="right">{t('failureAttempts')}</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {records.map((record) => (
                  <Table.Tr key={record.id}>
                    <Table.Td className="g-numbers">{formatDateTime(record.receivedAt)}</Table.Td>
                    <Table.Td>
                      {record.chat}
                      <Text size="xs" c="dimmed">
                        {nameOf(record.whatsappId)}
                      </Text>
                    </Table.Td>
                    <Table.Td>{record.reason}</Table.Td>
                    <Table.Td ta="right" className="g-numbers">
                      {record.attempts}
                    </Table.Td>
                    <Table.Td ta="right">
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
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        {hasMore && (
          <Button variant="subtle" onClick={loadMore}>
            …
          </Button>
        )}
      </Stack>
    </Modal>
  )
}
