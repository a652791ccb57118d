// The company's webhooks: where its events are posted, how that goes, and what admins may do about it.
import { useEffect, useState } from 'react'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconKey, IconListDetails, IconPlus, IconWebhook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { resumeWebhook, type Webhook } from '@guiche/shared/features/automation/webhooks.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { DataTable, type Column } from '#ui/tables/DataTable.tsx'
import { EditActions } from '#ui/forms/EditActions.tsx'
import { RowAction } from '#ui/tables/RowActions.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { RenewSecretDialog } from './RenewSecretDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { useFailureWords } from './use-failure-words.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhookState } from './WebhookState.tsx'
import { putWebhook, refreshWebhooks, removeWebhook, useWebhooks } from './webhooks.store.ts'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete' | 'renew' | 'deliveries'; webhook: Webhook }

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

export function WebhooksTab() {
  const { t } = useTranslation(['webhooks', 'words'])
  const { items, phase, error } = useWebhooks()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  useEffect(() => void refreshWebhooks(), [])
  const close = () => setDialog(null)

  const actions = (webhook: Webhook) => (
    <EditActions
      name={webhook.url}
      onEdit={() => setDialog({ kind: 'edit', webhook })}
      onDelete={() => setDialog({ kind: 'delete', webhook })}
    >
      <RowAction
        icon={IconListDetails}
        label={`${t('deliveries')}: ${webhook.url}`}
        onClick={() => setDialog({ kind: 'deliveries', webhook })}
      />
      <RowAction
        icon={IconKey}
        label={`${t('renew')}: ${webhook.url}`}
        onClick={() => setDialog({ kind: 'renew', webhook })}
      />
    </EditActions>
  )
  const address = ({ url, events }: Webhook) => (
    <>
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
      <Text size="xs" c="dimmed">
        {events.join(', ')}
      </Text>
    </>
  )
  const columns: Column<Webhook>[] = [
    { key: 'url', title: t('url'), render: address },
    { key: 'state', title: t('state'), width: '30%', render: (webhook) => <WebhookState webhook={webhook} /> },
    { key: 'actions', title: t('words:actions'), isTitleHidden: true, align: 'right', width: '176px', render: actions }
  ]
  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ kind: 'add' })}>
      {t('add')}
    </Button>
  )
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Text c="dimmed" maw={720}>
          {t('text')}
        </Text>
        {items.length > 0 && addButton}
      </Group>
      {items.map((webhook) => (
        <Warnings key={webhook.id} webhook={webhook} />
      ))}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        phase={phase}
        error={error}
        onRetry={() => void refreshWebhooks()}
        onOpen={(webhook) => setDialog({ kind: 'deliveries', webhook })}
        renderNarrow={(webhook) => (
          <Stack gap={6}>
            {address(webhook)}
            <WebhookState webhook={webhook} />
            {actions(webhook)}
          </Stack>
        )}
        empty={{ icon: IconWebhook, text: t('empty'), action: addButton }}
      />
      {dialog?.kind === 'add' && <WebhookDialog onSecret={setSecret} onClose={close} />}
      {dialog?.kind === 'edit' && <WebhookDialog webhook={dialog.webhook} onSecret={setSecret} onClose={close} />}
      {dialog?.kind === 'deliveries' && <DeliveriesDialog webhook={dialog.webhook} onClose={close} />}
      {dialog?.kind === 'renew' && <RenewSecretDialog webhook={dialog.webhook} onSecret={setSecret} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('words:deleteTitle')}
          text={t('deleteText', { url: dialog.webhook.url })}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeWebhook(dialog.webhook.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
      {secret !== null && dialog === null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Stack>
  )
}
