// The company's webhooks: where its events are posted, how that goes, and what admins may do about it.
import { useState } from 'react'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconKey, IconListDetails, IconWebhook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { resumeWebhook, type Webhook } from '@guiche/shared/features/automation/webhooks.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { RenewSecretDialog } from './RenewSecretDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { useFailureWords } from './use-failure-words.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhookState } from './WebhookState.tsx'
import { putWebhook, refreshWebhooks, removeWebhook, useWebhooks } from './webhooks.store.ts'

/** What the server stopped doing, or could not do, is said above the table. */
function Warnings({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const wordsOf = useFailureWords()
  const { id, url, pausedAt, missedUntil, failure } = webhook
  const resume = async () => {
    try {
      putWebhook(await call(resumeWebhook, { params: { id } }))
      notify.success(t('resumed'))
    } catch (error) {
      notify.error(error)
    }
  }
  return (
    <>
      {pausedAt !== null && (
        <Alert color="red" title={t('pausedTitle')}>
          <Stack gap="xs" align="flex-start">
            <Text style={{ overflowWrap: 'anywhere' }}>
              {t('pausedText', { url, failure: wordsOf(failure), since: formatDateTime(pausedAt) })}
            </Text>
            <Button variant="default" onClick={() => void resume()}>
              {t('resume')}
            </Button>
          </Stack>
        </Alert>
      )}
      {missedUntil !== null && (
        <Alert color="yellow" title={t('missedTitle')}>
          {t('missedText', { url, until: formatDateTime(missedUntil) })}
        </Alert>
      )}
    </>
  )
}

function Address({ url, events }: Webhook) {
  return (
    <>
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
      <Text size="xs" c="dimmed">
        {events.join(', ')}
      </Text>
    </>
  )
}

const Screen = defineRecordScreen({
  words: 'webhooks',
  icon: IconWebhook,
  list: { use: useWebhooks, refresh: refreshWebhooks },
  texts: { emptyText: 'empty', deleteTitle: 'words:deleteTitle' },
  nameOf: ({ url }) => url,
  actionsWidth: '176px',
  actions: [
    { icon: IconListDetails, label: 'deliveries', run: (webhook, show) => show('deliveries', webhook) },
    { icon: IconKey, label: 'renew', run: (webhook, show) => show('renew', webhook) }
  ],
  columns: [
    { title: 'url', render: (webhook) => <Address {...webhook} /> },
    { title: 'state', width: '30%', render: (webhook) => <WebhookState webhook={webhook} /> }
  ],
  form: () => null,
  open: (webhook, show) => show('deliveries', webhook),
  narrow: (webhook, buttons) => (
    <Stack gap={6}>
      <Address {...webhook} />
      <WebhookState webhook={webhook} />
      {buttons}
    </Stack>
  ),
  deleteText: ({ url }, t) => t('deleteText', { url }),
  remove: ({ id }) => removeWebhook(id)
})

export function WebhooksTab() {
  const { t } = useTranslation('webhooks')
  const { items } = useWebhooks()
  /** What was made just now; it is shown when the dialog that asked for it has gone. */
  const [secret, setSecret] = useState<{ text: string; isShown: boolean } | null>(null)
  const made = (text: string) => setSecret({ text, isShown: false })
  const closing = (onClose: () => void) => () => {
    onClose()
    setSecret((now) => now && { ...now, isShown: true })
  }
  return (
    <>
      <Screen
        form={({ record, onClose }) => (
          <WebhookDialog {...(record && { webhook: record })} onSecret={made} onClose={closing(onClose)} />
        )}
        dialogs={{
          deliveries: ({ record, onClose }) => <DeliveriesDialog webhook={record} onClose={onClose} />,
          renew: ({ record, onClose }) => (
            <RenewSecretDialog webhook={record} onSecret={made} onClose={closing(onClose)} />
          )
        }}
        frame={({ add, table }) => (
          <Stack gap="md">
            <Group justify="space-between" align="flex-end" gap="sm">
              <Text c="dimmed" maw={720}>
                {t('text')}
              </Text>
              {items.length > 0 && add}
            </Group>
            {items.map((webhook) => (
              <Warnings key={webhook.id} webhook={webhook} />
            ))}
            {table}
          </Stack>
        )}
      />
      {secret?.isShown && <SecretDialog secret={secret.text} onClose={() => setSecret(null)} />}
    </>
  )
}
