// The file lists screen: files that campaigns and the chatbot hand out together with a text.
import { Text } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { formatNumber } from '#platform/text/format.ts'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { FileListDialog } from './FileListDialog.tsx'
import { fileLists, removeFileList } from './file-lists.store.ts'

export const FileListsPage = defineRecordScreen({
  words: 'fileLists',
  icon: IconFiles,
  list: fileLists,
  isCounted: true,
  permissions: { write: 'files-page:write' },
  columns: [
    {
      title: 'name',
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
      title: 'files',
      width: '120px',
      from: 'sm',
      render: ({ options }, t) => t('fileCount', { count: options.length, formatted: formatNumber(options.length) })
    }
  ],
  form: ({ record, onClose }) => <FileListDialog {...(record && { list: record })} onClose={onClose} />,
  remove: ({ id }) => removeFileList(id)
})
