// The file lists screen: files that campaigns and the chatbot hand out together with a text.
import { useState } from 'react'
import { Text } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FileList } from '@guiche/shared/features/library/file-lists.ts'
import { formatNumber } from '#platform/format.ts'
import { notify } from '#platform/notify.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { EditActions } from '#ui/EditActions.tsx'
import { ListScreen } from '#ui/ListScreen.tsx'
import { FileListDialog } from './FileListDialog.tsx'
import { fileLists, removeFileList } from './file-lists.store.ts'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; list: FileList }

export const FileListsPage = () => {
  const { t } = useTranslation(['fileLists', 'words'])
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)

  const columns: Column<FileList>[] = [
    {
      key: 'name',
      title: t('name'),
      render: ({ name, message }) => (
        <>
          <Text fw={500}>{name}</Text>
          <Text size="xs" c="dimmed" lineClamp={1} maw={480} dir="auto">
            {message}
          </Text>
        </>
      )
    },
    {
      key: 'files',
      title: t('files'),
      width: '120px',
      from: 'sm',
      render: ({ options }) => t('fileCount', { count: options.length, formatted: formatNumber(options.length) })
    },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '92px',
      render: (list) => (
        <EditActions
          name={list.name}
          onEdit={() => setDialog({ kind: 'edit', list })}
          onDelete={() => setDialog({ kind: 'delete', list })}
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
        list={fileLists}
        onOpen={(list) => setDialog({ kind: 'edit', list })}
        empty={{ icon: IconFiles, text: t('emptyText') }}
      />
      {dialog?.kind === 'add' && <FileListDialog onClose={close} />}
      {dialog?.kind === 'edit' && <FileListDialog list={dialog.list} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.list.name })}
          text={t('deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeFileList(dialog.list.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
