// The connections screen: every number, how it stands, and what can be done about it.
import { useEffect, useState } from 'react'
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconEdit, IconPlugConnected, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { endSession, renewSession, type Connection } from '@guiche/shared/features/inbox/connections.ts'
import { uptimeDays } from '@guiche/shared/features/inbox/connection-uptime.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { useMay } from '#platform/session/session.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { DataTable, type Column } from '#ui/tables/DataTable.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { QueueTag } from '#ui/layout/QueueTag.tsx'
import { RowAction, RowActions } from '#ui/tables/RowActions.tsx'
import classes from './connections.module.css'
import type { ConnectionExtras } from './list/connection-extras.ts'
import { ConnectionDialog } from './list/ConnectionDialog.tsx'
import { ConnectionStatusMark } from './list/ConnectionStatusMark.tsx'
import { ensureConnections, refreshConnections, removeConnection, useConnections } from './connections.store.ts'
import { HistoryLine } from './list/HistoryLine.tsx'
import { InboundFailuresDialog } from './failures/InboundFailuresDialog.tsx'
import { QrDialog } from './pairing/QrDialog.tsx'
import { SessionButtons } from './list/SessionButtons.tsx'
import { UptimeButton } from './uptime/UptimeButton.tsx'
import { UptimeDialog } from './uptime/UptimeDialog.tsx'
import { ensureUptime } from './uptime/uptime.store.ts'

type OpenDialog =
  | { kind: 'add' | 'failures' }
  | { kind: 'edit' | 'delete' | 'disconnect' | 'renew' | 'uptime'; connection: Connection }
  | { kind: 'qr'; id: number }

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

export function ConnectionsPage({ extras }: { extras: ConnectionExtras }) {
  const { t } = useTranslation(['connections', 'words'])
  const { items, phase, error } = useConnections()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const mayAdd = useMay('connections-page:addConnection')
  const mayAct = useMay('connections-page:actionButtons')
  const mayEdit = useMay('connections-page:editOrDeleteConnection')
  useEffect(() => {
    void ensureConnections()
    void ensureUptime()
  }, [])
  const close = () => setDialog(null)

  const newQr = async ({ id }: Connection) => {
    await call(renewSession, { params: { id } })
    setDialog({ kind: 'qr', id })
  }

  const nameOf = ({ name, isDefault, number }: Connection) => (
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
  const sessionButtons = (connection: Connection) => (
    <SessionButtons
      connection={connection}
      onShowQr={() => setDialog({ kind: 'qr', id: connection.id })}
      onNewQr={async () => {
        // A connection without a number has no pairing that a new code would end.
        if (connection.number === null) await newQr(connection)
        else setDialog({ kind: 'renew', connection })
      }}
      onDisconnect={() => setDialog({ kind: 'disconnect', connection })}
    />
  )
  const actions = (connection: Connection) => (
    <RowActions>
      <RowAction
        icon={IconEdit}
        label={`${t('words:edit')}: ${connection.name}`}
        onClick={() => setDialog({ kind: 'edit', connection })}
      />
      <RowAction
        icon={IconTrash}
        label={`${t('words:delete')}: ${connection.name}`}
        isDangerous
        onClick={() => setDialog({ kind: 'delete', connection })}
      />
    </RowActions>
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
      from: 'lg',
      render: ({ queues }) => (
        <Group gap={4}>
          {queues.map((queue) => (
            <QueueTag key={queue.id} queue={queue} />
          ))}
        </Group>
      )
    },
    {
      key: 'traffic',
      title: t('traffic'),
      from: 'md',
      render: traffic
    },
    { key: 'uptime', title: t('uptimeColumn', { count: uptimeDays }), from: 'md', render: uptime },
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
      {dialog?.kind === 'add' && (
        <ConnectionDialog
          extras={extras}
          onSaved={(created) => setDialog({ kind: 'qr', id: created.id })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'edit' && <ConnectionDialog connection={dialog.connection} extras={extras} onClose={close} />}
      {dialog?.kind === 'qr' && <QrDialog key={dialog.id} id={dialog.id} onClose={close} />}
      {dialog?.kind === 'failures' && <InboundFailuresDialog onClose={close} />}
      {dialog?.kind === 'uptime' && <UptimeDialog connection={dialog.connection} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.connection.name })}
          text={t('deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeConnection(dialog.connection.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'disconnect' && (
        <ConfirmDialog
          title={t('disconnectTitle', { name: dialog.connection.name })}
          text={t('disconnectText')}
          confirmLabel={t('disconnect')}
          onConfirm={async () => {
            await call(endSession, { params: { id: dialog.connection.id } })
            notify.success(t('sessionEnded'))
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'renew' && (
        <ConfirmDialog
          title={t('newQrTitle')}
          text={t('newQrText', { name: dialog.connection.name })}
          confirmLabel={t('newQr')}
          isDangerous={false}
          onConfirm={() => newQr(dialog.connection)}
          onClose={close}
        />
      )}
    </>
  )
}
