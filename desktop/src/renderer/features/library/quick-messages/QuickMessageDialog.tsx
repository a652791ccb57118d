// Adds or edits a quick message: its shortcut, its text with emoji, a file, and who else sees and edits it.
import { Suspense, useRef, useState } from 'react'
import { Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
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
import { errorText } from '#platform/error-text.ts'
import { formatSize } from '#platform/format.ts'
import { call } from '#platform/http.ts'
import { notify } from '#platform/notify.ts'
import { useUser } from '#platform/session.ts'
import { upload } from '#platform/upload.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { AttachmentField } from './AttachmentField.tsx'
import type { QuickMessageExtras } from './quick-message-extras.ts'
import { mayManage } from './quick-message-rights.ts'
import type { QuickMessageValues } from './quick-message-values.ts'
import { putQuickMessage } from './quick-messages.store.ts'

/** The file goes after the message; what fails leaves the message saved. */
const saveFile = async (saved: QuickMessage, { file, isFileRemoved }: QuickMessageValues): Promise<QuickMessage> => {
  const params = { id: saved.id }
  if (file === null) return isFileRemoved && saved.isMedia ? call(removeQuickMessageFile, { params }) : saved
  const body = new FormData()
  body.append('typeArch', 'quickMessage')
  body.append('file', file, file.name.replaceAll(/\s/g, '_'))
  return upload(uploadQuickMessageFile, { params, body })
}

interface QuickMessageDialogProps {
  /** Absent to add one. */
  message?: QuickMessage
  extras: QuickMessageExtras
  onClose: () => void
}

export const QuickMessageDialog = ({ message, extras, onClose }: QuickMessageDialogProps) => {
  const { t } = useTranslation('quickMessages')
  const user = useUser()
  const field = useRef<HTMLTextAreaElement>(null)
  // A message whose file was refused is not created a second time.
  const [made, setMade] = useState(message)
  const form = useDraftForm<QuickMessageValues>({
    initialValues: {
      shortcode: message?.shortcode ?? '',
      message: message?.message ?? '',
      geral: message?.geral ?? false,
      status: message?.status ?? false,
      file: null,
      isFileRemoved: false
    },
    schema: quickMessageDraft,
    required: 'mandatory',
    check: ({ file }): Record<string, string> =>
      file !== null && file.size > largestQuickMessageFile
        ? { file: t('fileTooLarge', { size: formatSize(largestQuickMessageFile) }) }
        : {}
  })
  const [isChoosing, setChoosing] = useState(false)
  const mayShare = message === undefined || mayManage(user, message)
  const { geral, status, message: text } = form.values

  const insert = (emoji: string) => {
    const { current } = field
    const [from, to] = [current?.selectionStart ?? text.length, current?.selectionEnd ?? text.length]
    form.setFieldValue('message', text.slice(0, from) + emoji + text.slice(to))
    const place = from + emoji.length
    requestAnimationFrame(() => field.current?.setSelectionRange(place, place))
  }
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
      <div>
        <Textarea
          ref={field}
          label={t('message')}
          rows={7}
          autosize={false}
          maxLength={4096}
          {...form.getInputProps('message')}
        />
        <Group justify="flex-end" mt={4}>
          <Suspense>
            <extras.EmojiButton
              isDisabled={false}
              onChoose={insert}
              onClosed={() => field.current?.focus()}
              onToggle={setChoosing}
            />
          </Suspense>
        </Group>
      </div>
      <AttachmentField form={form} stored={made} />
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
