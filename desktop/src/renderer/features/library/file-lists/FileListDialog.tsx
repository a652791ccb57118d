// Adds or edits a file list: its name, its text and its files.
import { useState } from 'react'
import { Progress, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fileListDraft, type FileList } from '@guiche/shared/features/library/file-lists.ts'
import { notify } from '#platform/device/notify.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { fileLists } from './file-lists.store.ts'
import { FilesField } from './FilesField.tsx'
import { storedFilesOf, saveTexts, sendFile, type FileListValues } from './save-file-list.ts'

interface FileListDialogProps {
  /** Absent to add one. */
  list?: FileList
  onClose: () => void
}

export function FileListDialog({ list, onClose }: FileListDialogProps) {
  const { t } = useTranslation('fileLists')
  // A list one of whose files was refused is not created a second time.
  const [made, setMade] = useState(list)
  const [sending, setSending] = useState<{ name: string; percent: number } | null>(null)
  const form = useDraftForm<FileListValues>({
    initialValues: { name: list?.name ?? '', message: list?.message ?? '', kept: storedFilesOf(list), added: [] },
    schema: fileListDraft.omit({ options: true })
  })
  const take = (saved: FileList, left: FileListValues['added']) => {
    setMade(saved)
    fileLists.upsert(saved)
    form.setFieldValue('kept', storedFilesOf(saved))
    form.setFieldValue('added', left)
  }
  const submit = async (values: FileListValues) => {
    let saved = await saveTexts(made, values)
    take(saved, values.added)
    try {
      for (const [index, one] of values.added.entries()) {
        const show = (percent: number) => setSending({ name: one.file.name, percent })
        show(0)
        saved = await sendFile(saved.id, one, show)
        take(saved, values.added.slice(index + 1))
      }
    } finally {
      setSending(null)
    }
    notify.success(t('saved'))
  }
  return (
    <FormDialog title={t(list ? 'edit' : 'add')} form={form} onSubmit={submit} onClose={onClose} size="lg">
      <TextInput label={t('name')} withAsterisk maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label={t('message')}
        description={t('messageHint')}
        withAsterisk
        autosize
        minRows={3}
        maxRows={8}
        maxLength={4096}
        {...form.getInputProps('message')}
      />
      <FilesField form={form} />
      {sending && (
        <Stack gap={4} role="status">
          <Text size="sm">{t('sending', { name: sending.name })}</Text>
          <Progress value={sending.percent} aria-label={t('sending', { name: sending.name })} />
        </Stack>
      )}
    </FormDialog>
  )
}
