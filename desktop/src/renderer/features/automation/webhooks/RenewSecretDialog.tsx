// Asks before a webhook gets a new secret, and for the own password when the server wants it.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { renewWebhookSecret, type Webhook } from '@guiche/shared/features/automation/webhooks.ts'
import { call } from '#platform/net/http.ts'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'

interface RenewSecretDialogProps {
  webhook: Webhook
  onSecret: (secret: string) => void
  onClose: () => void
}

export function RenewSecretDialog({ webhook, onSecret, onClose }: RenewSecretDialogProps) {
  const { t } = useTranslation('webhooks')
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const form = useDraftForm({
    initialValues: { currentPassword: '' },
    schema: z.object({ currentPassword: z.string() }),
    check: ({ currentPassword }) => missed(currentPassword)
  })
  const submit = async ({ currentPassword }: typeof form.values) => {
    const body = confirmed(currentPassword)
    const { secret } = await listen(call(renewWebhookSecret, { params: { id: webhook.id }, body }))
    onSecret(secret)
  }
  return (
    <FormDialog
      title={t('renewTitle')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('renew')}
      size="sm"
      fieldOfCode={currentPasswordCodes}
    >
      <Text>{t('renewText')}</Text>
      {isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />}
    </FormDialog>
  )
}
