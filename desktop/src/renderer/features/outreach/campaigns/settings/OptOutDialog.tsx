// Enters a number that is to hear of no campaign.
import { Alert, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addCampaignOptOut, campaignOptOutDraft } from '@guiche/shared/features/outreach/campaign-opt-outs.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { putOptOut } from './opt-outs.store.ts'

export function OptOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('campaigns')
  const form = useDraftForm({ initialValues: { number: '', name: '', word: '' }, schema: campaignOptOutDraft })
  const submit = async (body: { number: string; name: string; word: string }) => {
    putOptOut(await call(addCampaignOptOut, { body }))
    notify.success(t('optOutAdded'))
  }
  return (
    <FormDialog title={t('addOptOut')} form={form} onSubmit={submit} onClose={onClose}>
      <Alert color="gray">{t('optOutWarning')}</Alert>
      <TextInput
        label={t('number')}
        withAsterisk
        inputMode="tel"
        maxLength={30}
        data-autofocus
        {...form.getInputProps('number')}
      />
      <TextInput label={t('person')} maxLength={100} {...form.getInputProps('name')} />
      <TextInput
        label={t('optOutReason')}
        description={t('optOutReasonHint')}
        maxLength={100}
        {...form.getInputProps('word')}
      />
    </FormDialog>
  )
}
