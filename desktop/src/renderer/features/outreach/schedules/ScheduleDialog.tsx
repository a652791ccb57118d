// Schedules a message or edits one that has not been sent: whom, what, when, how often, over which connection.
import { useState } from 'react'
import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { repetitions } from '@guiche/shared/features/outreach/repetition.ts'
import {
  createSchedule,
  largestScheduleImage,
  removeScheduleImage,
  scheduleDraft,
  updateSchedule,
  uploadScheduleImage,
  type Schedule
} from '@guiche/shared/features/outreach/schedules.ts'
import { useNow } from '#platform/device/clock.ts'
import { saveAttachment } from '#platform/net/attachment.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatSize, formatZone } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { upload } from '#platform/net/upload.ts'
import { AttachmentField, type AttachmentValues } from '#ui/forms/AttachmentField.tsx'
import { EmojiTextarea } from '#ui/forms/EmojiTextarea.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { VariableMenu } from '#ui/forms/VariableMenu.tsx'
import { ConnectionSelect } from '#features/inbox/connections/ConnectionSelect.tsx'
import { ContactSelect } from '#features/inbox/contacts/ContactSelect.tsx'
import { companyZone, shownAt } from '#platform/session/company-clock.ts'
import { putSchedule } from './schedules.store.ts'

/** What a new one offers (spec R312). */
const hourAhead = (): string => shownAt(Date.now() + 3_600_000)

/** Variables that are offered; more are known. */
const variables = ['name', 'firstName', 'greeting', 'date', 'time', 'user', 'company'] as const
const imageTypes = ['image/png', 'image/jpeg']

type Person = Pick<Schedule['contact'], 'id' | 'name' | 'number'>

interface Values extends Record<string, unknown>, AttachmentValues {
  contact: Person | null
  body: string
  sendAt: string
  repeat: Schedule['repeat']
  whatsappId: string | null
}

const schema = scheduleDraft
  .pick({ body: true, sendAt: true })
  .extend({ contact: z.object({ id: z.number() }), repeat: z.enum(repetitions) })

export interface ScheduleDialogProps {
  /** Absent to add one. */
  schedule?: Schedule
  contact?: Person
  /** Time of the company's clocks; an hour ahead without one. */
  shown?: string
  /** Connection of the ticket it is scheduled from. */
  whatsappId?: number | null
  onClose: () => void
}

function saveImage(saved: Schedule, values: Values): Promise<Schedule> {
  const params = { id: saved.id }
  return saveAttachment(saved, values, {
    upload: (body) => upload(uploadScheduleImage, { params, body }),
    remove: () => call(removeScheduleImage, { params })
  })
}

export function ScheduleDialog({ schedule, contact, shown, whatsappId, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation(['schedules', 'attachments'])
  const user = useUser()
  const now = useNow()
  // One whose image was refused is not made a second time.
  const [made, setMade] = useState(schedule)
  const [isPicking, setPicking] = useState(false)
  const [hasNewContact, setNewContact] = useState(false)
  const navigate = useNavigate()
  const usual = schedule ? schedule.whatsappId : (whatsappId ?? user.whatsappId)
  const form = useDraftForm<Values>({
    initialValues: {
      contact: schedule?.contact ?? contact ?? null,
      body: schedule?.body ?? '',
      sendAt: schedule ? shownAt(schedule.sendAt) : (shown ?? hourAhead()),
      repeat: schedule?.repeat ?? 'none',
      whatsappId: usual === null ? null : String(usual),
      file: null,
      isFileRemoved: false
    },
    schema,
    check: ({ file }): Record<string, string> => {
      if (file === null) return {}
      if (!imageTypes.includes(file.type)) return { file: t('attachments:onlyImages') }
      const size = formatSize(largestScheduleImage)
      return file.size > largestScheduleImage ? { file: t('attachments:tooLarge', { size }) } : {}
    }
  })
  const { body, sendAt, repeat } = form.values

  const submit = async (values: Values) => {
    const draft = {
      body: values.body,
      contactId: values.contact?.id ?? 0,
      repeat: values.repeat,
      whatsappId: values.whatsappId === null ? null : Number(values.whatsappId)
    }
    // The same minute leaves the moment as it is.
    const moment = made && shownAt(made.sendAt) === values.sendAt ? {} : { sendAt: values.sendAt }
    const saved = made
      ? await call(updateSchedule, { params: { id: made.id }, body: { ...draft, ...moment } })
      : await call(createSchedule, { body: { ...draft, sendAt: values.sendAt } })
    setMade(saved)
    putSchedule(saved)
    try {
      putSchedule(await saveImage(saved, values))
    } catch (error) {
      form.setFieldError('file', errorText(error))
      throw error
    }
    notify.success(t('saved'))
    // Somebody new has no conversation yet: the calendar shows what was scheduled (spec R190).
    if (hasNewContact) void navigate(pages.schedules)
  }
  return (
    <FormDialog
      title={t(schedule ? 'edit' : 'add')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      size="lg"
      closeOnEscape={!isPicking}
      fieldOfCode={{ ERR_NO_CONTACT_FOUND: 'contact', ERR_NO_WAPP_FOUND: 'whatsappId' }}
    >
      <ContactSelect
        value={form.values.contact}
        onChange={(chosen) => form.setFieldValue('contact', chosen)}
        onCreated={() => setNewContact(true)}
        error={form.errors['contact'] as string | undefined}
      />
      <EmojiTextarea
        label={t('body')}
        withAsterisk
        maxLength={4096}
        // Whose message it is is known: the list of contacts would open over the text.
        data-autofocus={(schedule ?? contact) ? true : undefined}
        {...form.getInputProps('body')}
        value={body}
        onText={(text) => form.setFieldValue('body', text)}
        onPicking={setPicking}
        tools={(insert) => <VariableMenu variables={variables} onInsert={insert} />}
      />
      <TextInput
        type="datetime-local"
        label={t('sendAt')}
        description={t('sendAtHint', { zone: formatZone(companyZone()) })}
        withAsterisk
        min={shownAt(now)}
        {...form.getInputProps('sendAt')}
      />
      <Select
        label={t('repeat')}
        description={repeat === 'monthly' && Number(sendAt.slice(8, 10)) > 28 ? t('monthlyHint') : undefined}
        data={repetitions.map((value) => ({ value, label: t(`repeat_${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('repeat')}
      />
      <ConnectionSelect
        label={t('connection')}
        placeholder={t('defaultConnection')}
        {...form.getInputProps('whatsappId')}
      />
      <AttachmentField
        values={form.values}
        stored={made}
        limit={largestScheduleImage}
        accept={imageTypes.join(',')}
        label={t('image')}
        inputProps={form.getInputProps('file')}
        onRemove={() => form.setFieldValue('isFileRemoved', true)}
      />
    </FormDialog>
  )
}
