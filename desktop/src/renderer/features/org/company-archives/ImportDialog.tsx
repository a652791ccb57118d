// How a company is to arrive: the key of its archive, its name and plan, and whether its billing is trusted.
import { useEffect } from 'react'
import { Alert, Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import {
  companyImportDraft,
  startCompanyImport,
  type CompanyArchive
} from '@guiche/shared/features/org/company-archives.ts'
import { call } from '#platform/net/http.ts'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { refreshPlans, usePlans } from '#features/org/plans/plans.store.ts'

const nothing = { identity: '', name: '', plan: '', withBilling: false, emailTag: '', currentPassword: '' }

interface ImportDialogProps {
  archive: CompanyArchive
  onStarted: () => void
  onClose: () => void
}

export function ImportDialog({ archive, onStarted, onClose }: ImportDialogProps) {
  const { t } = useTranslation('companyArchives')
  const plans = usePlans(({ items }) => items)
  useEffect(() => void refreshPlans(), [])
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const form = useDraftForm({
    initialValues: nothing,
    schema: companyImportDraft.extend({ currentPassword: z.string() }),
    check: ({ identity, currentPassword }) => ({
      ...missed(currentPassword),
      ...(identity.includes('AGE-SECRET-KEY-') ? {} : { identity: t('badKey') })
    })
  })
  return (
    <FormDialog
      title={t('importOf', { name: archive.name })}
      form={form}
      submitLabel={t('import')}
      onSubmit={async ({ currentPassword, ...draft }) => {
        const body = { ...draft, ...confirmed(currentPassword) }
        await listen(call(startCompanyImport, { params: { id: archive.id }, body }))
        onStarted()
      }}
      onClose={onClose}
      fieldOfCode={currentPasswordCodes}
    >
      <Textarea
        label={t('key')}
        description={t('keyHint')}
        placeholder="AGE-SECRET-KEY-1…"
        autosize
        maxRows={4}
        autoComplete="off"
        withAsterisk
        {...form.getInputProps('identity')}
      />
      <TextInput label={t('name')} description={t('nameHint')} maxLength={120} {...form.getInputProps('name')} />
      <Select
        label={t('plan')}
        data={[{ value: '', label: t('samePlan') }, ...plans.map(({ name }) => ({ value: name, label: name }))]}
        allowDeselect={false}
        {...form.getInputProps('plan')}
      />
      <TextInput label={t('tag')} description={t('tagHint')} maxLength={20} {...form.getInputProps('emailTag')} />
      <Checkbox
        label={t('billing')}
        description={t('billingHint')}
        {...form.getInputProps('withBilling', { type: 'checkbox' })}
      />
      <Alert color="gray" p="sm">
        {t('arrives')}
      </Alert>
      {isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />}
    </FormDialog>
  )
}
