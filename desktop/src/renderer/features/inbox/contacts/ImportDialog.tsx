// Chooses the sheet to import contacts from, says what it must look like, and shows the imports before.
import { useEffect } from 'react'
import { Anchor, FileInput, List, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { largestImport, mostImportRows, type ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { formatDateTime, formatNumber, formatSize } from '#platform/text/format.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { saveSample, type ImportSource } from './contact-imports.store.ts'
import { ImportState } from './ImportState.tsx'

interface Values extends Record<string, unknown> {
  file: File | null
}

interface ImportDialogProps {
  source: ImportSource
  /** Called with an import whose progress or report is to be seen, before the dialog closes. */
  onShow: (shown: ContactImport) => void
  onClose: () => void
}

export function ImportDialog({ source, onShow, onClose }: ImportDialogProps) {
  const { t } = useTranslation(['contactSheets', 'words'])
  const language = useLocalValue('language')
  const earlier = source.list.use(({ items }) => items)
  useEffect(() => void source.list.ensure(), [source])
  const isList = source.into === 'list'
  const form = useDraftForm<Values>({
    initialValues: { file: null },
    schema: z.object({}),
    check: ({ file }): Record<string, string> => {
      if (file === null) return { file: t('chooseFirst') }
      if (!/\.(csv|xlsx?)$/i.test(file.name)) return { file: t('wrongKind') }
      return file.size > largestImport ? { file: t('tooLarge', { size: formatSize(largestImport) }) } : {}
    }
  })
  const submit = async ({ file }: Values) => {
    if (file !== null) onShow(await source.start(file))
  }
  return (
    <FormDialog
      title={t(isList ? 'importTitleList' : 'importTitle')}
      form={form}
      submitLabel={t('import')}
      onSubmit={submit}
      onClose={onClose}
    >
      <List size="sm" spacing={4}>
        <List.Item>{t(isList ? 'ruleHeadingsList' : 'ruleHeadings')}</List.Item>
        <List.Item>{t('ruleNumbers')}</List.Item>
        <List.Item>{t(isList ? 'ruleKnownList' : 'ruleKnown')}</List.Item>
      </List>
      <FileInput
        label={t('file')}
        description={t('fileHint', { rows: formatNumber(mostImportRows), size: formatSize(largestImport) })}
        placeholder={t('chooseFile')}
        accept=".csv,.xls,.xlsx"
        withAsterisk
        clearable
        leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
        {...form.getInputProps('file')}
      />
      <Anchor component="button" type="button" size="sm" ta="left" onClick={() => saveSample(language, !isList)}>
        {t('saveSample')}
      </Anchor>
      {earlier.length > 0 && (
        <Stack gap={0}>
          <Text fw={500} mb={4}>
            {t('earlier')}
          </Text>
          {earlier.slice(0, 5).map((one) => (
            <UnstyledButton key={one.id} py={6} onClick={() => onShow(one)}>
              <Text size="sm" truncate>
                {one.fileName}
              </Text>
              <Text size="xs" c="dimmed">
                {formatDateTime(one.createdAt)} · {one.userName} · <ImportState shown={one} />
              </Text>
            </UnstyledButton>
          ))}
        </Stack>
      )}
    </FormDialog>
  )
}
