// Asks when the archive of a company goes into which store, and who opens it; the server tries the store before it saves.
import { NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import {
  archiveScheduleDraft,
  mostArchives,
  saveArchiveSchedule,
  type ArchiveSchedule
} from '@guiche/shared/features/org/archive-schedules.ts'
import { isSameHost } from '@guiche/shared/kernel/same-host.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { PasswordField } from '#ui/forms/PasswordField.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'
import { useDraftForm, type DraftForm } from '#ui/forms/use-draft-form.ts'
import { isPublicKey, RecipientField } from '#features/org/company-archives/RecipientField.tsx'

/** Archives that stay where nobody said how many. */
const usualKeep = 14

const schema = archiveScheduleDraft
  .pick({ endpoint: true, region: true, bucket: true, folder: true, accessKey: true })
  .extend({
    every: z.string(),
    keep: z.union([z.literal(''), z.number().int().min(1).max(mostArchives)]),
    secretKey: z.string().max(500),
    way: z.string(),
    recipient: z.string(),
    currentPassword: z.string()
  })
type Values = z.input<typeof schema>

function initialValues(schedule: ArchiveSchedule | null): Values {
  const store = schedule?.store ?? { endpoint: '', region: '', bucket: '', folder: '', accessKey: '' }
  const { endpoint, region, bucket, folder, accessKey } = store
  return {
    every: schedule?.every ?? 'day',
    keep: schedule ? (schedule.keep ?? '') : usualKeep,
    ...{ endpoint, region, bucket, folder, accessKey },
    secretKey: '',
    way: schedule ? 'same' : 'new',
    recipient: '',
    currentPassword: ''
  }
}

function StoreFields({ form, hint }: { form: DraftForm<Values>; hint: string }) {
  const { t } = useTranslation('archiveSchedules')
  return (
    <>
      <TextInput
        label={t('endpoint')}
        description={t('endpointHint')}
        placeholder="https://s3.sa-east-1.amazonaws.com"
        inputMode="url"
        withAsterisk
        {...form.getInputProps('endpoint')}
      />
      <TextInput label={t('bucket')} withAsterisk {...form.getInputProps('bucket')} />
      <TextInput
        label={t('folder')}
        description={t('folderHint')}
        placeholder="guiche/empresa"
        {...form.getInputProps('folder')}
      />
      <TextInput
        label={t('region')}
        description={t('regionHint')}
        placeholder="us-east-1"
        {...form.getInputProps('region')}
      />
      <TextInput label={t('accessKey')} withAsterisk autoComplete="off" {...form.getInputProps('accessKey')} />
      <PasswordField
        label={t('secretKey')}
        description={hint}
        autoComplete="new-password"
        {...form.getInputProps('secretKey')}
      />
    </>
  )
}

function KeyFields({ form, recipient }: { form: DraftForm<Values>; recipient: string | null }) {
  const { t } = useTranslation(['archiveSchedules', 'companyArchives'])
  return (
    <>
      <Radio.Group label={t('way')} {...form.getInputProps('way')}>
        <Stack gap="xs" mt="xs">
          {recipient !== null && <Radio value="same" label={t('waySame')} description={`${recipient.slice(0, 16)}…`} />}
          <Radio value="new" label={t('wayNew')} description={t('companyArchives:wayNewHint')} />
          <Radio value="own" label={t('companyArchives:wayOwn')} description={t('companyArchives:wayOwnHint')} />
        </Stack>
      </Radio.Group>
      {form.values.way === 'own' && <RecipientField {...form.getInputProps('recipient')} />}
    </>
  )
}

interface ScheduleDialogProps {
  company: { id: number; name: string }
  schedule: ArchiveSchedule | null
  /** With the key that opens the archives, where one was made. */
  onSaved: (saved: { schedule: ArchiveSchedule; identity: string | null }) => void
  onClose: () => void
}

export function ScheduleDialog({ company, schedule, onSaved, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation(['archiveSchedules', 'companyArchives', 'validation'])
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const store = schedule?.store ?? null
  /** The stored secret is good for the store that it was given for. */
  const hasSecret = ({ endpoint, accessKey }: Values) =>
    store !== null && isSameHost(store.endpoint, endpoint.trim()) && store.accessKey === accessKey.trim()
  const form = useDraftForm<Values>({
    initialValues: initialValues(schedule),
    schema,
    check: (values) => ({
      ...missed(values.currentPassword),
      ...(values.secretKey === '' && !hasSecret(values) ? { secretKey: t('validation:required') } : {}),
      ...(values.way === 'own' && !isPublicKey(values.recipient)
        ? { recipient: t('companyArchives:badRecipient') }
        : {})
    })
  })
  const save = async ({ way, recipient, currentPassword, keep, every, ...fields }: Values) => {
    const key = way === 'own' ? { recipient: recipient.trim() } : { newKey: way === 'new' }
    const when = { every: every === 'week' ? ('week' as const) : ('day' as const), keep: keep === '' ? null : keep }
    const body = { ...fields, ...when, ...key, ...confirmed(currentPassword) }
    const saved = await listen(call(saveArchiveSchedule, { params: { id: company.id }, body }))
    notify.success(t('saved'))
    onSaved(saved)
  }
  return (
    <FormDialog
      title={t('dialogTitle', { name: company.name })}
      form={form}
      onSubmit={save}
      onClose={onClose}
      fieldOfCode={currentPasswordCodes}
    >
      <Text size="sm">{t('dialogText')}</Text>
      <Radio.Group label={t('every')} {...form.getInputProps('every')}>
        <Stack gap="xs" mt="xs">
          <Radio value="day" label={t('everyDay')} />
          <Radio value="week" label={t('everyWeek')} />
        </Stack>
      </Radio.Group>
      <NumberInput
        label={t('keep')}
        description={t('keepHint')}
        min={1}
        max={mostArchives}
        allowDecimal={false}
        {...form.getInputProps('keep')}
      />
      <StoreFields form={form} hint={t(hasSecret(form.values) ? 'secretKept' : 'secretHint')} />
      <KeyFields form={form} recipient={schedule?.recipient ?? null} />
      {isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />}
    </FormDialog>
  )
}
