// The files of a list in its form: each with its caption, and the way to add further ones.
import { ActionIcon, Anchor, Button, FileButton, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconPaperclip, IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { publicFile } from '@guiche/shared/kernel/server-paths.ts'
import { largestListFile, mostListFiles } from '@guiche/shared/features/library/file-lists.ts'
import { formatSize } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import classes from './file-lists.module.css'
import type { FileListValues } from './save-file-list.ts'

interface FileRowProps {
  fileName: string
  size: number | null
  /** Where the file can be seen, once it is stored. */
  path?: string | null
  inputProps: object
  onRemove: () => void
}

function FileRow({ fileName, size, path, inputProps, onRemove }: FileRowProps) {
  const { t } = useTranslation(['fileLists', 'words'])
  return (
    <div className={classes['file']}>
      <Group gap={6} wrap="nowrap" miw={0}>
        <IconPaperclip size={16} stroke={1.6} aria-hidden />
        {path ? (
          <Anchor size="sm" href={serverUrl(publicFile(path))} target="_blank" rel="noreferrer" truncate>
            {fileName}
          </Anchor>
        ) : (
          <Text size="sm" truncate>
            {fileName}
          </Text>
        )}
        {size !== null && (
          <Text size="xs" c="dimmed" className={classes['size'] ?? ''}>
            {formatSize(size)}
          </Text>
        )}
      </Group>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={t('label', { name: fileName })}
          placeholder={t('labelPlaceholder')}
          maxLength={255}
          {...inputProps}
        />
        <Tooltip label={t('words:removeName', { name: fileName })}>
          <ActionIcon size="lg" aria-label={t('words:removeName', { name: fileName })} onClick={onRemove}>
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </div>
  )
}

export function FilesField({ form }: { form: DraftForm<FileListValues> }) {
  const { t } = useTranslation('fileLists')
  const { kept, added } = form.values
  const add = (files: File[]) => {
    const fitting = files.filter(({ size }) => size <= largestListFile)
    for (const { name, size } of files)
      if (size > largestListFile) notify.error(t('tooLarge', { name, size: formatSize(largestListFile) }))
    const room = mostListFiles - kept.length - added.length
    if (fitting.length > room) notify.error(t('tooMany', { count: mostListFiles }))
    const taken = fitting.slice(0, room).map((file) => ({ file, name: '' }))
    form.setFieldValue('added', [...added, ...taken])
  }
  return (
    <Stack gap="xs" role="group" aria-label={t('files')}>
      <div>
        <Text fw={500}>{t('files')}</Text>
        <Text size="xs" c="dimmed">
          {t('filesHint', { count: mostListFiles, size: formatSize(largestListFile) })}
        </Text>
      </div>
      {kept.length + added.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noFiles')}
        </Text>
      )}
      {kept.map(({ id, fileName, size, path }, index) => (
        <FileRow
          key={id}
          fileName={fileName ?? t('nameless')}
          size={size}
          path={path}
          inputProps={form.getInputProps(`kept.${index}.name`)}
          onRemove={() => form.removeListItem('kept', index)}
        />
      ))}
      {added.map(({ file }, index) => (
        <FileRow
          key={`${index} ${file.name}`}
          fileName={file.name}
          size={file.size}
          inputProps={form.getInputProps(`added.${index}.name`)}
          onRemove={() => form.removeListItem('added', index)}
        />
      ))}
      <Group>
        <FileButton multiple onChange={add}>
          {(props) => (
            <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} {...props}>
              {t('addFiles')}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  )
}
