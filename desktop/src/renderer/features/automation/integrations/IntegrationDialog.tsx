// Adds or edits an integration; which fields there are depends on its type.
import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  createIntegration,
  dialogflowLanguages,
  integrationDraft,
  integrationTypes,
  updateIntegration,
  type Integration
} from '@guiche/shared/features/automation/integrations.ts'
import { isSameHost } from '@guiche/shared/kernel/same-host.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { StoredKeyField } from '#ui/forms/StoredKeyField.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'
import { useDraftForm, type DraftForm } from '#ui/forms/use-draft-form.ts'
import { integrationValues, type IntegrationValues } from './integration-form.ts'
import { integrationKinds } from './integration-kinds.ts'
import { integrations } from './integrations.store.ts'
import { useTestSession } from './use-test-session.tsx'
import { TypebotFields } from './TypebotFields.tsx'

interface FieldsProps {
  form: DraftForm<IntegrationValues>
  integration: Integration | undefined
}

function isMoved(integration: Integration | undefined, form: DraftForm<IntegrationValues>): boolean {
  return integration !== undefined && !isSameHost(integration.urlN8N, form.values.urlN8N)
}

function DialogflowFields({ form, integration }: FieldsProps) {
  const { t } = useTranslation('integrations')
  return (
    <>
      <TextInput label={t('projectName')} maxLength={200} {...form.getInputProps('projectName')} />
      <StoredKeyField
        label={t('jsonContent')}
        hint={t('jsonHint')}
        kept={t('keyKept')}
        isStored={integration?.hasJsonContent ?? false}
        isOfOtherHost={isMoved(integration, form)}
        maxLength={20_000}
        isFile
        {...form.getInputProps('jsonContent')}
      />
      <Select
        label={t('language')}
        data={[...dialogflowLanguages]}
        allowDeselect={false}
        {...form.getInputProps('language')}
      />
      <TextInput
        label={t('regional')}
        description={t('regionalHint')}
        inputMode="url"
        placeholder="https://"
        maxLength={2_000}
        {...form.getInputProps('urlN8N')}
      />
    </>
  )
}

function AddressFields({ form, integration }: FieldsProps) {
  const { t } = useTranslation('integrations')
  return (
    <>
      <TextInput
        label={t('url')}
        description={t('urlHint')}
        inputMode="url"
        placeholder="https://"
        maxLength={2_000}
        {...form.getInputProps('urlN8N')}
      />
      <StoredKeyField
        label={t('secret')}
        hint={t('secretHint')}
        kept={t('keyKept')}
        isStored={integration?.hasSecret ?? false}
        isOfOtherHost={isMoved(integration, form)}
        maxLength={200}
        {...form.getInputProps('secret')}
      />
    </>
  )
}

const fieldsOf = {
  dialogflow: DialogflowFields,
  n8n: AddressFields,
  webhook: AddressFields,
  typebot: TypebotFields
} as const

interface IntegrationDialogProps {
  /** Absent to add one. */
  integration?: Integration
  onClose: () => void
}

export function IntegrationDialog({ integration, onClose }: IntegrationDialogProps) {
  const { t } = useTranslation('integrations')
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const form = useDraftForm({
    initialValues: integrationValues(integration),
    schema: integrationDraft,
    check: ({ currentPassword }) => missed(currentPassword)
  })
  const submit = async ({ currentPassword, ...values }: IntegrationValues) => {
    const body = { ...values, ...confirmed(currentPassword) }
    integrations.upsert(
      await listen(
        integration
          ? call(updateIntegration, { params: { id: integration.id }, body })
          : call(createIntegration, { body })
      )
    )
    notify.success(t('saved'))
  }
  const test = useTestSession(form.values, integration?.id)
  const Fields = fieldsOf[form.values.type]
  return (
    <FormDialog
      title={t(integration ? 'edit' : 'add')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      size="lg"
      aside={test.button}
      fieldOfCode={currentPasswordCodes}
    >
      <Select
        label={t('type')}
        data={integrationTypes.map((value) => ({ value, label: integrationKinds[value].label }))}
        allowDeselect={false}
        {...form.getInputProps('type')}
      />
      <TextInput label={t('name')} withAsterisk maxLength={50} data-autofocus {...form.getInputProps('name')} />
      <Fields form={form} integration={integration} />
      {isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />}
      {test.result}
    </FormDialog>
  )
}
