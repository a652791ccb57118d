// The form of a quick message: its shortcut, its text with emoji, a file, and who else sees and edits it.
import { Checkbox, Stack } from '@mantine/core'
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
import { call } from '#platform/net/http.ts'
import { upload } from '#platform/net/upload.ts'
import { AttachmentField, noAttachment, tooLargeFile } from '#ui/forms/AttachmentField.tsx'
import { EmojiTextarea } from '#ui/forms/EmojiTextarea.tsx'
import { VariableMenu } from '#ui/forms/VariableMenu.tsx'
import { defineRecordForm } from '#ui/records/record-form.ts'
import { QueuePicker } from '#features/org/queues/QueuePicker.tsx'
import { mayManage } from './quick-message-rights.ts'
import { putQuickMessage } from './quick-messages.store.ts'

const variables = [
  ...(['name', 'firstName', 'greeting', 'user', 'queue', 'company'] as const),
  ...(['date', 'time', 'protocol', 'ticket'] as const)
]

export const quickMessageForm = defineRecordForm({
  words: 'quickMessages',
  values: (message: QuickMessage | undefined) => ({
    shortcode: message?.shortcode ?? '',
    message: message?.message ?? '',
    geral: message?.geral ?? false,
    status: message?.status ?? false,
    queueIds: (message?.queueIds ?? []).map(String),
    ...noAttachment
  }),
  schema: quickMessageDraft,
  check: ({ file }) => tooLargeFile(file, largestQuickMessageFile),
  size: 'lg',
  fields: [
    { name: 'shortcode', hint: 'shortcodeHint', withAsterisk: true, maxLength: 60 },
    {
      kind: 'own',
      render: ({ form, t, setOver }) => (
        <EmojiTextarea
          label={t('message')}
          maxLength={4096}
          {...form.getInputProps('message')}
          value={form.values.message}
          onText={(changed) => form.setFieldValue('message', changed)}
          onPicking={setOver}
          tools={(insert) => <VariableMenu variables={variables} onInsert={insert} />}
        />
      )
    },
    {
      kind: 'own',
      render: ({ form, stored }) => (
        <AttachmentField
          values={form.values}
          stored={stored}
          limit={largestQuickMessageFile}
          inputProps={form.getInputProps('file')}
          onRemove={() => form.setFieldValue('isFileRemoved', true)}
        />
      )
    },
    {
      kind: 'own',
      render: ({ form, t, record, user }) => {
        const mayShare = record === undefined || mayManage(user, record)
        const { geral, status } = form.values
        return (
          <>
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
          </>
        )
      }
    }
  ],
  save: (values, stored) => {
    const body = quickMessageDraft.parse(values)
    return stored ? call(updateQuickMessage, { params: { id: stored.id }, body }) : call(createQuickMessage, { body })
  },
  keep: (saved) => putQuickMessage(saved),
  attach: {
    field: 'file',
    save: (saved, values) => {
      const params = { id: saved.id }
      const ways = {
        upload: (body: FormData) => upload(uploadQuickMessageFile, { params, body }),
        remove: () => call(removeQuickMessageFile, { params })
      }
      return saveAttachment(saved, values, ways, { typeArch: 'quickMessage' })
    }
  }
})
