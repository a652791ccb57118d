// The file that goes with a record: the present one, a new one, or none.
import i18next from 'i18next'
import { Anchor, Button, FileInput, Group, Text } from '@mantine/core'
import { IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { publicFile } from '@guiche/shared/kernel/server-paths.ts'
import { formatSize } from '#platform/text/format.ts'
import { serverUrl } from '#platform/session/server-address.ts'

/** What a form holds of an attachment. */
export interface AttachmentValues {
  /** A new file; null keeps what there is. */
  file: File | null
  isFileRemoved: boolean
}

export const noAttachment: AttachmentValues = { file: null, isFileRemoved: false }

/** What is wrong with a file of more bytes than `limit`; for the check of a form. */
export const tooLargeFile = (file: File | null, limit: number): Record<string, string> =>
  file !== null && file.size > limit ? { file: i18next.t('attachments:tooLarge', { size: formatSize(limit) }) } : {}

interface AttachmentFieldProps {
  values: AttachmentValues
  /** The record as it is stored, if it is. */
  stored: { mediaPath: string | null; mediaName: string | null } | undefined
  /** Bytes at the most. */
  limit: number
  /** Types that are taken, as a file field says it; all of them without. */
  accept?: string
  label?: string
  inputProps: object
  onRemove: () => void
}

export function AttachmentField(props: AttachmentFieldProps) {
  const { t } = useTranslation('attachments')
  const { values, stored, limit, accept, label, inputProps, onRemove } = props
  const { file, isFileRemoved } = values
  const present = file === null && !isFileRemoved ? stored : undefined
  return (
    <>
      <FileInput
        label={label ?? t('label')}
        description={t('hint', { size: formatSize(limit) })}
        placeholder={t(present?.mediaName ? 'chooseOther' : 'choose')}
        clearable
        leftSection={<IconPaperclip size={16} stroke={1.6} />}
        {...(accept === undefined ? {} : { accept })}
        {...inputProps}
      />
      {present?.mediaPath && (
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Anchor size="sm" href={serverUrl(publicFile(present.mediaPath))} target="_blank" rel="noreferrer" truncate>
            {present.mediaName}
          </Anchor>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            leftSection={<IconTrash size={14} />}
            onClick={onRemove}
          >
            {t('remove')}
          </Button>
        </Group>
      )}
      {isFileRemoved && file === null && (
        <Text size="sm" c="dimmed">
          {t('goes')}
        </Text>
      )}
    </>
  )
}
