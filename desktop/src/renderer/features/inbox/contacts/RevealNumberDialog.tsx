// Asks why somebody needs the hidden number of a contact, and has it shown.
import { Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { revealDraft, revealNumber } from '@guiche/shared/features/inbox/contacts.ts'
import { call } from '#platform/net/http.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'

interface RevealNumberDialogProps {
  contactId: number
  onRevealed: (number: string) => void
  onClose: () => void
}

export function RevealNumberDialog({ contactId, onRevealed, onClose }: RevealNumberDialogProps) {
  const { t } = useTranslation('contacts')
  const form = useDraftForm({ initialValues: { reason: '' }, schema: revealDraft })
  const submit = async ({ reason }: typeof form.values) => {
    const { number } = await call(revealNumber, { params: { id: contactId }, body: { reason } })
    onRevealed(number)
  }
  return (
    <FormDialog title={t('showNumber')} submitLabel={t('showNumber')} form={form} onSubmit={submit} onClose={onClose}>
      <Text>{t('revealText')}</Text>
      <TextInput
        label={t('revealReason')}
        description={t('revealReasonHint')}
        withAsterisk
        maxLength={200}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
