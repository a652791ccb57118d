// Adds or edits a connection: what it is called, what it says, where it sends people.
import { Suspense, useEffect, useState } from 'react'
import { Stack, Switch, Tabs, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  connectionDraft,
  createConnection,
  updateConnection,
  type Connection
} from '@guiche/shared/features/inbox/connections.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { ensureQueues } from '#features/org/queues/queues.store.ts'
import { QueuePicker } from '#features/org/queues/QueuePicker.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import type { ConnectionExtras } from './connection-extras.ts'
import { connectionValues, tabOfFields, type ConnectionTab } from './connection-form.ts'
import { knownConnection, putConnection } from '../connections.store.ts'
import { ConnectionAdvanced } from './ConnectionAdvanced.tsx'
import { ConnectionRouting } from './ConnectionRouting.tsx'
import { MessageField } from './MessageField.tsx'

interface ConnectionDialogProps {
  /** Absent to add one. */
  connection?: Connection
  extras: ConnectionExtras
  onSaved?: (saved: Connection) => void
  onClose: () => void
}

const fieldOfCode = {
  ERR_CONNECTION_NAME_ALREADY_EXISTS: 'name',
  ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
  ERR_NO_OTHER_WHATSAPP: 'isDefault'
}

export function ConnectionDialog({ connection, extras, onSaved, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation(['connections', 'errors'])
  const [tab, setTab] = useState<ConnectionTab>('general')
  useEffect(() => void ensureQueues(), [])
  const form = useDraftForm({
    initialValues: connectionValues(connection),
    schema: connectionDraft,
    check: ({ queueIds, greetingMessage }): Record<string, string> =>
      queueIds.length > 1 && greetingMessage.trim() === ''
        ? { greetingMessage: t('errors:ERR_WAPP_GREETING_REQUIRED') }
        : {}
  })
  const submit = async (values: typeof form.values) => {
    const before = connection ? knownConnection(connection.id) : null
    const saved = connection
      ? await call(updateConnection, { params: { id: connection.id }, body: values })
      : await call(createConnection, { body: values })
    await putConnection(saved, before)
    notify.success(t('saved'))
    onSaved?.(saved)
  }
  return (
    <FormDialog
      title={t(connection ? 'edit' : 'add')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      fieldOfCode={fieldOfCode}
      onInvalid={(fields) => setTab(tabOfFields(fields))}
      size="lg"
    >
      <Tabs value={tab} onChange={(value) => setTab(value as ConnectionTab)}>
        <Tabs.List mb="md">
          <Tabs.Tab value="general">{t('tabGeneral')}</Tabs.Tab>
          <Tabs.Tab value="messages">{t('tabMessages')}</Tabs.Tab>
          <Tabs.Tab value="routing">{t('tabRouting')}</Tabs.Tab>
          <Tabs.Tab value="advanced">{t('tabAdvanced')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general">
          <Stack gap="md">
            <TextInput
              label={t('formName')}
              description={t('formNameHint')}
              withAsterisk
              data-autofocus
              {...form.getInputProps('name')}
            />
            <Switch
              label={t('formDefault')}
              description={t('formDefaultHint')}
              // Another connection is named default instead; none may be left without one.
              disabled={connection?.isDefault === true}
              {...form.getInputProps('isDefault', { type: 'checkbox' })}
            />
            <QueuePicker
              label={t('formQueues')}
              description={t('formQueuesHint')}
              {...form.getInputProps('queueIds')}
            />
            <MessageField form={form} name="greetingMessage" label={t('formGreeting')} hint={t('formGreetingHint')} />
            <Suspense>
              <extras.PromptSelect description={t('formPromptHint')} {...form.getInputProps('promptId')} />
            </Suspense>
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="messages">
          <Stack gap="md">
            <MessageField
              form={form}
              name="complationMessage"
              label={t('formCompletion')}
              hint={t('formCompletionHint')}
            />
            <MessageField
              form={form}
              name="outOfHoursMessage"
              label={t('formOutOfHours')}
              hint={t('formOutOfHoursHint')}
            />
            <MessageField form={form} name="ratingMessage" label={t('formRating')} hint={t('formRatingHint')} />
            <MessageField form={form} name="expiresInactiveMessage" label={t('formInactive')} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="routing">
          <ConnectionRouting form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="advanced">
          <ConnectionAdvanced form={form} connection={connection} />
        </Tabs.Panel>
      </Tabs>
    </FormDialog>
  )
}
