// The super user's announcements: a table with search, and a form to add and edit.
import { useState } from 'react'
import { Badge, Group, Text } from '@mantine/core'
import { IconPaperclip, IconSpeakerphone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Announcement } from '@guiche/shared/features/library/announcements.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import type { Column } from '#ui/tables/DataTable.tsx'
import { EditActions } from '#ui/forms/EditActions.tsx'
import { ListScreen } from '#ui/tables/ListScreen.tsx'
import { StatusDot } from '#ui/layout/StatusDot.tsx'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { priorityOf } from './announcement-priority.ts'
import { managedAnnouncements, removeAnnouncement } from './announcements.store.ts'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; announcement: Announcement }

export function AnnouncementsPage() {
  const { t } = useTranslation(['announcements', 'words'])
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)

  const columns: Column<Announcement>[] = [
    {
      key: 'title',
      title: t('heading'),
      render: ({ title, text }) => (
        <>
          <Text fw={500}>{title}</Text>
          <Text size="xs" c="dimmed" lineClamp={1} maw={480}>
            {text}
          </Text>
        </>
      )
    },
    {
      key: 'priority',
      title: t('priority'),
      width: '110px',
      render: (announcement) => <Badge color={priorityOf(announcement).color}>{t(priorityOf(announcement).word)}</Badge>
    },
    {
      key: 'media',
      title: t('attachment'),
      from: 'md',
      render: ({ mediaName }) =>
        mediaName === null ? (
          <Text c="dimmed">–</Text>
        ) : (
          <Group gap={6} wrap="nowrap">
            <IconPaperclip size={16} stroke={1.6} aria-hidden />
            <Text lineClamp={1}>{mediaName}</Text>
          </Group>
        )
    },
    {
      key: 'status',
      title: t('status'),
      width: '120px',
      from: 'sm',
      render: ({ status }) => (
        <Group gap={6} wrap="nowrap">
          <StatusDot tone={status ? 'good' : 'off'} />
          {t(status ? 'active' : 'inactive')}
        </Group>
      )
    },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '92px',
      render: (announcement) => (
        <EditActions
          name={announcement.title}
          onEdit={() => setDialog({ kind: 'edit', announcement })}
          onDelete={() => setDialog({ kind: 'delete', announcement })}
        />
      )
    }
  ]
  return (
    <>
      <ListScreen
        title={t('title')}
        text={t('pageText')}
        searchLabel={t('searchLabel')}
        addLabel={t('add')}
        onAdd={() => setDialog({ kind: 'add' })}
        columns={columns}
        list={managedAnnouncements}
        onOpen={(announcement) => setDialog({ kind: 'edit', announcement })}
        empty={{ icon: IconSpeakerphone, text: t('emptyText') }}
      />
      {dialog?.kind === 'add' && <AnnouncementForm onClose={close} />}
      {dialog?.kind === 'edit' && <AnnouncementForm announcement={dialog.announcement} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { title: dialog.announcement.title })}
          text={t('deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeAnnouncement(dialog.announcement.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
