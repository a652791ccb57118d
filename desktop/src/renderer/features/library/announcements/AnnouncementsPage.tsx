// The super user's announcements: a table with search, and a form to add and edit.
import { useEffect, useState } from 'react'
import { Badge, Button, Group, Text } from '@mantine/core'
import { IconEdit, IconPaperclip, IconPlus, IconSpeakerphone, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Announcement } from '@guiche/shared/features/library/announcements.ts'
import { notify } from '#platform/notify.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { RowAction, RowActions } from '#ui/RowActions.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { StatusDot } from '#ui/StatusDot.tsx'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { priorityOf } from './announcement-priority.ts'
import { managedAnnouncements, removeAnnouncement } from './announcements.store.ts'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; announcement: Announcement }

export const AnnouncementsPage = () => {
  const { t } = useTranslation(['announcements', 'words'])
  const { items, phase, error, hasMore, search } = managedAnnouncements.use()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  useEffect(() => void managedAnnouncements.refresh(), [])
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
        <RowActions>
          <RowAction
            icon={IconEdit}
            label={`${t('words:edit')}: ${announcement.title}`}
            onClick={() => setDialog({ kind: 'edit', announcement })}
          />
          <RowAction
            icon={IconTrash}
            label={`${t('words:delete')}: ${announcement.title}`}
            isDangerous
            onClick={() => setDialog({ kind: 'delete', announcement })}
          />
        </RowActions>
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
      <PageHeader title={t('title')} text={t('pageText')}>
        <SearchField label={t('searchLabel')} value={search} onChange={managedAnnouncements.setSearch} />
        {addButton}
      </PageHeader>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        phase={phase}
        error={error}
        onRetry={() => void managedAnnouncements.refresh()}
        hasMore={hasMore}
        onMore={() => void managedAnnouncements.loadMore()}
        onOpen={(announcement) => setDialog({ kind: 'edit', announcement })}
        search={search}
        empty={{ icon: IconSpeakerphone, text: t('emptyText'), action: addButton }}
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
