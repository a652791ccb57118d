// The queues screen: every department, its colour and its place in the menu.
import { useEffect, useState, type CSSProperties } from 'react'
import { Button, Text } from '@mantine/core'
import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Queue } from '@guiche/shared/features/org/queues.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { DataTable, type Column } from '#ui/tables/DataTable.tsx'
import { EditActions } from '#ui/forms/EditActions.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import classes from './queues.module.css'
import type { QueueExtras } from './queue-extras.ts'
import { QueueDialog } from './QueueDialog.tsx'
import { ensureQueues, refreshQueues, removeQueue, useQueues } from './queues.store.ts'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; queue: Queue }

export function QueuesPage({ extras }: { extras: QueueExtras }) {
  const { t } = useTranslation(['queues', 'words'])
  const { items, phase, error } = useQueues()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  useEffect(() => void ensureQueues(), [])
  const close = () => setDialog(null)

  const columns: Column<Queue>[] = [
    {
      key: 'id',
      title: t('id'),
      width: '64px',
      from: 'sm',
      render: ({ id }) => <span className="g-numbers">{id}</span>
    },
    { key: 'name', title: t('name'), render: ({ name }) => <Text fw={500}>{name}</Text> },
    {
      key: 'color',
      title: t('color'),
      width: '72px',
      render: ({ color }) => (
        <span
          className={classes['swatch']}
          style={{ '--queue': color } as CSSProperties}
          role="img"
          aria-label={color}
          title={color}
        />
      )
    },
    {
      key: 'order',
      title: t('order'),
      width: '72px',
      align: 'right',
      from: 'sm',
      render: ({ orderQueue }) => <span className="g-numbers">{orderQueue ?? '–'}</span>
    },
    {
      key: 'greeting',
      title: t('greeting'),
      from: 'md',
      render: ({ greetingMessage }) => (
        <Text c="dimmed" lineClamp={2}>
          {greetingMessage === '' ? '–' : greetingMessage}
        </Text>
      )
    },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '92px',
      render: (queue) => (
        <EditActions
          name={queue.name}
          onEdit={() => setDialog({ kind: 'edit', queue })}
          onDelete={() => setDialog({ kind: 'delete', queue })}
        />
      )
    }
  ]
  const addButton = (
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
        onRetry={() => void refreshQueues()}
        onOpen={(queue) => setDialog({ kind: 'edit', queue })}
        empty={{ icon: IconStack2, text: t('emptyText'), action: addButton }}
      />
      {dialog?.kind === 'add' && <QueueDialog extras={extras} onClose={close} />}
      {dialog?.kind === 'edit' && <QueueDialog queue={dialog.queue} extras={extras} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.queue.name })}
          text={t('deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeQueue(dialog.queue.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
