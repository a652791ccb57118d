// The connections screen: every number, how it stands, and what can be done about it.
import { useEffect, useState } from 'react'
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconEdit, IconPlugConnected, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { renewSession, type Connection } from '@guiche/shared/features/inbox/connections.ts'
import { uptimeDays } from '@guiche/shared/features/inbox/connection-uptime.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { call } from '#platform/net/http.ts'
import { useMay } from '#platform/session/session.ts'
import type { Column } from '#ui/tables/column.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { QueueTag } from '#ui/layout/QueueTag.tsx'
import { RowAction, RowActions } from '#ui/tables/RowActions.tsx'
import { ConnectionsDialogs, type OpenDialog } from './ConnectionsDialogs.tsx'
import classes from './connections.module.css'
import type { ConnectionExtras } from './list/connection-extras.ts'
import { ConnectionStatusMark } from './list/ConnectionStatusMark.tsx'
import { ensureConnections, refreshConnections, useConnections } from './connections.store.ts'
import { HistoryLine } from './pairing/HistoryLine.tsx'
import { SessionButtons } from './list/SessionButtons.tsx'
import { UptimeButton } from './uptime/UptimeButton.tsx'
import { ensureUptime } from './uptime/uptime.store.ts'

interface TrafficProps {
  connection: Connection
  mayRetry: boolean
  onFailures: () => void
}

function Traffic({ connection, mayRetry, onFailures }: TrafficProps) {
  const { t } = useTranslation('connections')
  const { id, waiting, failures, historyImport } = connection
  return (
    <Stack gap={0} className={classes['line']}>
      {waiting > 0 && <Text size="xs">{t('waiting', { count: waiting })}</Text>}
      {failures > 0 && (
        <Anchor component="button" type="button" size="xs" c="var(--g-bad)" ta="left" onClick={onFailures}>
          {t('failures', { count: failures })}
        </Anchor>
      )}
      {waiting + failures === 0 && (
        <Text size="xs" c="dimmed">
          {t('upToDate')}
        </Text>
      )}
      {historyImport && <HistoryLine connectionId={id} history={historyImport} mayRetry={mayRetry} />}
    </Stack>
  )
}

function ConnectionName({ connection: { name, isDefault, number } }: { connection: Connection }) {
  const { t } = useTranslation('connections')
  return (
    <Stack gap={0}>
      <Group gap={6} wrap="nowrap">
        <Text fw={500}>{name}</Text>
        {isDefault && <Badge size="sm">{t('default')}</Badge>}
      </Group>
      {number !== null && (
        <Text size="xs" c="dimmed" className={`g-numbers ${classes['line']}`}>
          {formatPhone(number)}
        </Text>
      )}
    </Stack>
  )
}

interface ConnectionActionsProps {
  name: string
  onOpen: (dialog: 'edit' | 'delete') => void
}

function ConnectionActions({ name, onOpen }: ConnectionActionsProps) {
  const { t } = useTranslation('words')
  return (
    <RowActions>
      <RowAction icon={IconEdit} label={`${t('edit')}: ${name}`} onClick={() => onOpen('edit')} />
      <RowAction icon={IconTrash} label={`${t('delete')}: ${name}`} isDangerous onClick={() => onOpen('delete')} />
    </RowActions>
  )
}

export function ConnectionsPage({ extras }: { extras: ConnectionExtras }) {
  const { t } = useTranslation(['connections', 'words'])
  const { items, phase, error } = useConnections()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const mayAdd = useMay('connections-page:addConnection')
  const mayAct = useMay('connections-page:actionButtons')
  const mayEdit = useMay('connections-page:editOrDeleteConnection')
  useEffect(() => {
    void ensureConnections()
    if (mayAct) void ensureUptime()
  }, [mayAct])

  const showQr = (id: number) => setDialog({ kind: 'qr', id })
  const newQr = async ({ id }: Connection) => {
    await call(renewSession, { params: { id } })
    showQr(id)
  }

  const nameOf = (connection: Connection) => <ConnectionName connection={connection} />
  const sessionButtons = (connection: Connection) => (
    <SessionButtons
      connection={connection}
      onShowQr={() => showQr(connection.id)}
      onNewQr={async () => {
        // A connection without a number has no pairing that a new code would end.
        if (connection.number === null) await newQr(connection)
        else setDialog({ kind: 'renew', connection })
      }}
      onDisconnect={() => setDialog({ kind: 'disconnect', connection })}
    />
  )
  const actions = (connection: Connection) => (
    <ConnectionActions name={connection.name} onOpen={(kind) => setDialog({ kind, connection })} />
  )
  const traffic = (connection: Connection) => (
    <Traffic connection={connection} mayRetry={mayAct} onFailures={() => setDialog({ kind: 'failures' })} />
  )
  const uptime = (connection: Connection) => (
    <UptimeButton connection={connection} onOpen={() => setDialog({ kind: 'uptime', connection })} />
  )
  const narrowRow = (connection: Connection) => (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        {nameOf(connection)}
        {mayEdit && actions(connection)}
      </Group>
      <ConnectionStatusMark connection={connection} />
      <Group gap={6}>
        <Text size="xs" c="dimmed">
          {t('uptimeLabel', { count: uptimeDays })}
        </Text>
        {uptime(connection)}
      </Group>
      {traffic(connection)}
      {mayAct && <div>{sessionButtons(connection)}</div>}
    </Stack>
  )

  const columns: Column<Connection>[] = [
    { key: 'name', title: t('name'), render: nameOf },
    { key: 'status', title: t('status'), render: (connection) => <ConnectionStatusMark connection={connection} /> },
    {
      key: 'queues',
      title: t('queues'),
      from: 'xl',
      render: ({ queues }) => (
        <Group gap={4}>
          {queues.map((queue) => (
            <QueueTag key={queue.id} queue={queue} />
          ))}
        </Group>
      )
    },
    { key: 'traffic', title: t('traffic'), from: 'lg', render: traffic },
    ...(mayAct
      ? [{ key: 'uptime', title: t('uptimeColumn', { count: uptimeDays }), from: 'lg' as const, render: uptime }]
      : []),
    ...(mayAct ? [{ key: 'session', title: t('session'), render: sessionButtons }] : []),
    ...(mayEdit
      ? [{ key: 'actions', title: t('words:actions'), isTitleHidden: true, align: 'right' as const, render: actions }]
      : [])
  ]

  const addButton = mayAdd && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ kind: 'add' })}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} text={t('text')}>
        {addButton}
      </PageHeader>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        phase={phase}
        error={error}
        onRetry={() => void refreshConnections()}
        renderNarrow={narrowRow}
        empty={{ icon: IconPlugConnected, text: t('emptyText'), action: addButton }}
      />
      {dialog && (
        <ConnectionsDialogs
          dialog={dialog}
          extras={extras}
          onShowQr={showQr}
          onNewQr={newQr}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
