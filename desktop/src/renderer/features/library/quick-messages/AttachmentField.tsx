// The file that goes with a quick message: the present one, a new one, or none.
import { Anchor, Button, FileInput, Group, Text } from '@mantine/core'
import { IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { largestQuickMessageFile, type QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { formatSize } from '#platform/format.ts'
import { serverUrl } from '#platform/server-address.ts'
import type { DraftForm } from '#ui/use-draft-form.ts'
import type { QuickMessageValues } from './quick-message-values.ts'

interface AttachmentFieldProps {
  form: DraftForm<QuickMessageValues>
  /** The message as it is stored, if it is. */
  stored: QuickMessage | undefined
}

export const AttachmentField = ({ form, stored }: AttachmentFieldProps) => {
  const { t } = useTranslation('quickMessages')
  const { file, isFileRemoved } = form.values
  const present = file === null && !isFileRemoved ? stored : undefined
  return (
    <>
      <FileInput
        label={t('attachment')}
        description={t('attachmentHint', { size: formatSize(largestQuickMessageFile) })}
        placeholder={t(present?.mediaName ? 'chooseOther' : 'choose')}
        clearable
        leftSection={<IconPaperclip size={16} stroke={1.6} />}
        {...form.getInputProps('file')}
      />
      {present?.mediaPath && (
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Anchor size="sm" href={serverUrl(`/public/${present.mediaPath}`)} target="_blank" rel="noreferrer" truncate>
            {present.mediaName}
          </Anchor>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            leftSection={<IconTrash size={14} />}
            onClick={() => form.setFieldValue('isFileRemoved', true)}
          >
            {t('removeFile')}
          </Button>
        </Group>
      )}
      {isFileRemoved && file === null && (
        <Text size="sm" c="dimmed">
          {t('fileGoes')}
        </Text>
      )}
    </>
  )
}
