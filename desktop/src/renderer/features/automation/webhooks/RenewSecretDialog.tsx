// Asks before a webhook gets a new secret.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { renewWebhookSecret, type Webhook } from '@guiche/shared/features/automation/webhooks.ts'
import { call } from '#platform/net/http.ts'
import { ConfirmedDialog } from '#ui/forms/ConfirmedDialog.tsx'

interface RenewSecretDialogProps {
  webhook: Webhook
  onSecret: (secret: string) => void
  onClose: () => void
}

export function RenewSecretDialog({ webhook, onSecret, onClose }: RenewSecretDialogProps) {
  const { t } = useTranslation('webhooks')
  const renew = async (body: { currentPassword?: string }) =>
    onSecret((await call(renewWebhookSecret, { params: { id: webhook.id }, body })).secret)
  return (
    <ConfirmedDialog title={t('renewTitle')} submitLabel={t('renew')} onConfirm={renew} onClose={onClose}>
      <Text>{t('renewText')}</Text>
    </ConfirmedDialog>
  )
}
