// Adds or edits a webhook: its address, the events it hears, and whether it is on.
import { Checkbox, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { externalEvents, type ExternalEventName } from '@guiche/shared/features/automation/external-events.ts'
import {
  createWebhook,
  updateWebhook,
  webhookDraft,
  type Webhook
} from '@guiche/shared/features/automation/webhooks.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { putWebhook } from './webhooks.store.ts'

interface WebhookDialogProps {
  /** Absent to add one. */
  webhook?: Webhook
  /** Shows the secret of one that was added. */
  onSecret: (secret: string) => void
  onClose: () => void
}

const wordOf = {
  'message.created': 'messageCreated',
  'message.updated': 'messageUpdated',
  'ticket.updated': 'ticketUpdated',
  'ticket.deleted': 'ticketDeleted',
  'contact.created': 'contactCreated',
  'contact.updated': 'contactUpdated',
  'contact.deleted': 'contactDeleted',
  'connection.updated': 'connectionUpdated',
  'connection.deleted': 'connectionDeleted'
} as const satisfies Record<ExternalEventName, string>

/** What the server is given; the form keeps events as plain texts. */
interface Values extends Record<string, unknown> {
  url: string
  events: string[]
  active: boolean
  currentPassword: string
}

export function WebhookDialog({ webhook, onSecret, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks')
  const initialValues: Values = {
    url: webhook?.url ?? '',
    events: webhook?.events ?? ['message.created', 'ticket.updated'],
    active: webhook?.active ?? true,
    currentPassword: ''
  }
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const form = useDraftForm({
    initialValues,
    schema: webhookDraft,
    check: ({ currentPassword }) => missed(currentPassword)
  })
  const submit = async ({ url, active, events, currentPassword }: Values) => {
    const body = { url, active, events: events as ExternalEventName[], ...confirmed(currentPassword) }
    if (webhook) {
      putWebhook(await listen(call(updateWebhook, { params: { id: webhook.id }, body })))
      notify.success(t('saved'))
    } else {
      // The dialog with the secret says that it was made; a notice would cover its title.
      const made = await listen(call(createWebhook, { body }))
      putWebhook(made.webhook)
      onSecret(made.secret)
    }
  }
  return (
    <FormDialog
      title={t(webhook ? 'edit' : 'add')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      fieldOfCode={currentPasswordCodes}
    >
      <TextInput
        label={t('url')}
        description={t('urlHint')}
        withAsterisk
        inputMode="url"
        placeholder="https://"
        maxLength={2_000}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label={t('events')} withAsterisk {...form.getInputProps('events')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6} mb={4}>
          {externalEvents.map((event) => (
            <Checkbox key={event} value={event} label={t(wordOf[event])} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Switch
        label={t('active')}
        description={t('activeHint')}
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
      {isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />}
    </FormDialog>
  )
}
