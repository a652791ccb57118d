// The file lists screen: files that campaigns and the chatbot hand out together with a text.
import { Text } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FileList } from '@guiche/shared/features/library/file-lists.ts'
import { formatNumber } from '#platform/text/format.ts'
import { useMay } from '#platform/session/session.ts'
import type { Column } from '#ui/tables/DataTable.tsx'
import { RecordsScreen } from '#ui/tables/RecordsScreen.tsx'
import { FileListDialog } from './FileListDialog.tsx'
import { fileLists, removeFileList } from './file-lists.store.ts'

export function FileListsPage() {
  const mayWrite = useMay('files-page:write')
  const { t } = useTranslation('fileLists')
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
    }
  ]
  return (
    <RecordsScreen
      mayWrite={mayWrite}
      words="fileLists"
      icon={IconFiles}
      list={fileLists}
      columns={columns}
      form={(list, close) => <FileListDialog {...(list && { list })} onClose={close} />}
      remove={removeFileList}
    />
  )
}
