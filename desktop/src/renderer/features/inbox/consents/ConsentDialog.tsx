// What a person said of hearing of campaigns: enters one word more, over all that were said before.
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { consentDraft, longestDetail, type Consent } from '@guiche/shared/features/inbox/consents.ts'
import { notify } from '#platform/device/notify.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { ConsentLine } from './ConsentLine.tsx'
import { enterConsent } from './consents.store.ts'
import classes from './consents.module.css'

interface ConsentDialogProps {
  contactId: number
  /** Newest first. */
  consents: readonly Consent[]
  onClose: () => void
}

export function ConsentDialog({ contactId, consents, onClose }: ConsentDialogProps) {
  const { t } = useTranslation('consents')
  const isGiven = consents[0]?.state === 'given'
  const form = useDraftForm({
    initialValues: { state: isGiven ? 'withdrawn' : 'given', detail: '' },
    schema: consentDraft
  })
  const submit = async ({ state, detail }: typeof form.values) => {
    await enterConsent(contactId, { state: state === 'given' ? 'given' : 'withdrawn', detail: detail.trim() })
    notify.success(t('entered'))
  }
  return (
    <FormDialog title={t('enterTitle')} form={form} onSubmit={submit} onClose={onClose} submitLabel={t('enter')}>
      <Radio.Group label={t('said')} {...form.getInputProps('state')}>
        <Stack gap="xs" mt="xs">
          <Radio value="given" label={t('wants')} />
          <Radio value="withdrawn" label={t('wantsNot')} description={t('wantsNotHint')} />
        </Stack>
      </Radio.Group>
      <TextInput
        label={t('how')}
        description={t('howHint')}
        withAsterisk
        maxLength={longestDetail}
        {...form.getInputProps('detail')}
      />
      {consents.length > 0 && (
        <section>
          <Text fw={500} size="sm" mb="xs">
            {t('history')}
          </Text>
          <ul className={classes['history']}>
            {consents.map((one) => (
              <li key={one.id}>
                <ConsentLine consent={one} />
                <Text size="xs" c="dimmed" className="g-numbers">
                  {formatDateTime(one.createdAt)}
                </Text>
              </li>
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  )
}
