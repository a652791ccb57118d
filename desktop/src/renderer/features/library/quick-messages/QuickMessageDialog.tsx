// Adds or edits a quick message: its shortcut, its text with emoji, a file, and who else sees and edits it.
import { useState } from 'react'
import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  createQuickMessage,
  largestQuickMessageFile,
  quickMessageDraft,
  removeQuickMessageFile,
  updateQuickMessage,
  uploadQuickMessageFile,
  type QuickMessage
} from '@guiche/shared/features/library/quick-messages.ts'
import { saveAttachment } from '#platform/net/attachment.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatSize } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { upload } from '#platform/net/upload.ts'
import { AttachmentField } from '#ui/forms/AttachmentField.tsx'
import { EmojiTextarea } from '#ui/forms/EmojiTextarea.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { QueuePicker } from '#features/org/queues/QueuePicker.tsx'
import { mayManage } from './quick-message-rights.ts'
import type { QuickMessageValues } from './quick-message-values.ts'
import { putQuickMessage } from './quick-messages.store.ts'

function saveFile(saved: QuickMessage, values: QuickMessageValues): Promise<QuickMessage> {
  const params = { id: saved.id }
  const ways = {
    upload: (body: FormData) => upload(uploadQuickMessageFile, { params, body }),
    remove: () => call(removeQuickMessageFile, { params })
  }
  return saveAttachment(saved, values, ways, { typeArch: 'quickMessage' })
}

interface QuickMessageDialogProps {
  /** Absent to add one. */
  message?: QuickMessage
  onClose: () => void
}

export function QuickMessageDialog({ message, onClose }: QuickMessageDialogProps) {
  const { t } = useTranslation(['quickMessages', 'attachments'])
  const user = useUser()
  // A message whose file was refused is not created a second time.
  const [made, setMade] = useState(message)
  const form = useDraftForm<QuickMessageValues>({
    initialValues: {
      shortcode: message?.shortcode ?? '',
      message: message?.message ?? '',
      geral: message?.geral ?? false,
      status: message?.status ?? false,
      queueIds: (message?.queueIds ?? []).map(String),
      file: null,
      isFileRemoved: false
    },
    schema: quickMessageDraft,
    required: 'mandatory',
    check: ({ file }): Record<string, string> =>
      file !== null && file.size > largestQuickMessageFile
        ? { file: t('attachments:tooLarge', { size: formatSize(largestQuickMessageFile) }) }
        : {}
  })
  const [isChoosing, setChoosing] = useState(false)
  const mayShare = message === undefined || mayManage(user, message)
  const { geral, status, message: text } = form.values

  const submit = async (values: QuickMessageValues) => {
    const body = quickMessageDraft.parse(values)
    const saved = made
      ? await call(updateQuickMessage, { params: { id: made.id }, body })
      : await call(createQuickMessage, { body })
    setMade(saved)
    putQuickMessage(saved)
    try {
      putQuickMessage(await saveFile(saved, values))
    } catch (error) {
      form.setFieldError('file', errorText(error))
      throw error
    }
    notify.success(t('saved'))
  }
  return (
    <FormDialog
      title={t(message ? 'edit' : 'add')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      size="lg"
      closeOnEscape={!isChoosing}
    >
      <TextInput
        label={t('shortcode')}
        description={t('shortcodeHint')}
        withAsterisk
        maxLength={60}
        data-autofocus
        {...form.getInputProps('shortcode')}
      />
      <EmojiTextarea
        label={t('message')}
        maxLength={4096}
        {...form.getInputProps('message')}
        value={text}
        onText={(changed) => form.setFieldValue('message', changed)}
        onPicking={setChoosing}
      />
      <AttachmentField
        values={form.values}
        stored={made}
        limit={largestQuickMessageFile}
        inputProps={form.getInputProps('file')}
        onRemove={() => form.setFieldValue('isFileRemoved', true)}
      />
      <QueuePicker
        label={t('queues')}
        description={t('queuesHint')}
        placeholder={t('allQueues')}
        disabled={!mayShare}
        {...form.getInputProps('queueIds')}
      />
      <Stack gap="xs">
        <Checkbox
          label={t('geral')}
          description={t('geralHint')}
          disabled={!mayShare}
          {...form.getInputProps('geral', { type: 'checkbox' })}
        />
        <Checkbox
          label={t('status')}
          description={t('statusHint')}
          disabled={!mayShare || !geral}
          {...form.getInputProps('status', { type: 'checkbox' })}
          checked={geral && status}
        />
      </Stack>
    </FormDialog>
  )
}
