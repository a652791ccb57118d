// The quick messages screen: short codes that write a whole answer.
import { useEffect, useState } from 'react'
import { Badge, Group, Text } from '@mantine/core'
import { IconBolt, IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import type { Column } from '#ui/tables/DataTable.tsx'
import { EditActions } from '#ui/forms/EditActions.tsx'
import { ListScreen } from '#ui/tables/ListScreen.tsx'
import { QueueTag } from '#ui/layout/QueueTag.tsx'
import { ensureQueues, useQueues } from '#features/org/queues/queues.store.ts'
import { QuickMessageDialog } from './QuickMessageDialog.tsx'
import { mayEdit, mayManage } from './quick-message-rights.ts'
import { quickMessageRows, removeQuickMessage } from './quick-messages.store.ts'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; message: QuickMessage }

export function QuickMessagesPage() {
  const { t } = useTranslation(['quickMessages', 'words'])
  const user = useUser()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const queues = useQueues(({ items }) => items)
  useEffect(() => void ensureQueues(), [])

  const columns: Column<QuickMessage>[] = [
    {
      key: 'shortcode',
      title: t('shortcode'),
      render: ({ shortcode, message, geral, queueIds }) => (
        <>
          <Group gap="xs">
            <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
              /{shortcode.replace(/^\//, '')}
            </Text>
            {geral && (
              <Badge size="sm" color="gray">
                {t('everybody')}
              </Badge>
            )}
            {queues
              .filter(({ id }) => queueIds.includes(id))
              .map((queue) => (
                <QueueTag key={queue.id} queue={queue} />
              ))}
          </Group>
          <Text size="xs" c="dimmed" lineClamp={1} maw={480} dir="auto">
            {message}
          </Text>
        </>
      )
    },
    {
      key: 'media',
      title: t('attachment'),
      from: 'sm',
      render: ({ mediaName }) =>
        mediaName === null ? (
          <Text c="dimmed">{t('noAttachment')}</Text>
        ) : (
          <Group gap={6} wrap="nowrap">
            <IconPaperclip size={16} stroke={1.6} aria-hidden />
            <Text lineClamp={1}>{mediaName}</Text>
          </Group>
        )
    },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '92px',
      render: (message) => (
        <EditActions
          name={message.shortcode}
          onEdit={mayEdit(user, message) && (() => setDialog({ kind: 'edit', message }))}
          onDelete={mayManage(user, message) && (() => setDialog({ kind: 'delete', message }))}
        />
      )
    }
  ]
  return (
    <>
      <ListScreen
        title={t('title')}
        text={(total, formatted) => t('count', { count: total, formatted })}
        searchLabel={t('searchLabel')}
        addLabel={t('add')}
        onAdd={() => setDialog({ kind: 'add' })}
        columns={columns}
        list={quickMessageRows}
        onOpen={(message) => mayEdit(user, message) && setDialog({ kind: 'edit', message })}
        empty={{ icon: IconBolt, text: t('emptyText') }}
      />
      {dialog?.kind === 'add' && <QuickMessageDialog onClose={close} />}
      {dialog?.kind === 'edit' && <QuickMessageDialog message={dialog.message} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.message.shortcode })}
          text={t(dialog.message.geral ? 'deleteTextShared' : 'deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeQuickMessage(dialog.message.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
